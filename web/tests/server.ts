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
    const { status = 200, headers = {}, body, html } = await answer(call, calls);
    return new Response(html ?? JSON.stringify(body), {
      status,
      headers: { "Content-Type": "application/json", ...(headers as Record<string, string>) },
    });
  }) as typeof fetch;
  return calls;
}
