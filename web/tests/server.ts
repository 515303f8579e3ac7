// A fake of the shop's server that replaces `fetch`; each test provides the responses.

export interface Call {
  method: string;
  path: string;
  headers: Headers;
  body: unknown;
  /** The form fields of the request. */
  form: URLSearchParams;
  /** The form of a request with files. */
  files: FormData | null;
}

/** `html` is sent instead of JSON. */
type Answer = { status?: number; headers?: Record<string, string | undefined>; body: unknown; html?: string };

/** Responds to requests with `answer`, and records them in the returned list. */
export function serve(answer: (call: Call, calls: Call[]) => Answer | Promise<Answer>): Call[] {
  const calls: Call[] = [];
  globalThis.fetch = (async (path: string, init: RequestInit = {}) => {
    const { body: sent } = init;
    const json = typeof sent === "string" && /^[[{]/.test(sent);
    const call: Call = {
      method: init.method ?? "GET",
      path,
      headers: new Headers(init.headers),
      body: json ? JSON.parse(sent) : undefined,
      form: new URLSearchParams(json ? "" : String(sent ?? "")),
      files: sent instanceof FormData ? sent : null,
    };
    calls.push(call);
    const response = Promise.resolve(answer(call, calls));
    const {
      status = 200,
      headers = {},
      body,
      html,
    } = await (init.signal ? until(init.signal, response) : response);
    return new Response(html ?? JSON.stringify(body), {
      status,
      headers: { "Content-Type": "application/json", ...(headers as Record<string, string>) },
    });
  }) as typeof fetch;
  return calls;
}

/** Resolves with the response, unless the request is aborted before. */
const until = <T>(signal: AbortSignal, response: Promise<T>): Promise<T> =>
  new Promise((done, failed) => {
    const end = () => failed(signal.reason);
    if (signal.aborted) end();
    signal.addEventListener("abort", end);
    response.then(done, failed);
  });
