// A stand-in for the shop's server at the edge of the network: each test says what it answers.

export interface Call {
  method: string;
  path: string;
  headers: Headers;
  body: unknown;
  /** What a form says. */
  form: URLSearchParams;
  /** A form with files. */
  files: FormData | null;
}

/** `html`: what is sent instead of JSON. */
type Answer = { status?: number; headers?: Record<string, string | undefined>; body: unknown; html?: string };

/** Answers requests with `answer` and keeps them in the returned list. */
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
    const given = Promise.resolve(answer(call, calls));
    const {
      status = 200,
      headers = {},
      body,
      html,
    } = await (init.signal ? until(init.signal, given) : given);
    return new Response(html ?? JSON.stringify(body), {
      status,
      headers: { "Content-Type": "application/json", ...(headers as Record<string, string>) },
    });
  }) as typeof fetch;
  return calls;
}

/** What was promised, unless the request is ended before. */
const until = <T>(signal: AbortSignal, given: Promise<T>): Promise<T> =>
  new Promise((done, failed) => {
    const end = () => failed(signal.reason);
    if (signal.aborted) end();
    signal.addEventListener("abort", end);
    given.then(done, failed);
  });
