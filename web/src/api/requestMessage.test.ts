import { addRules } from "../core/core.ts";
import { classicCall } from "./classicCall.ts";
import { requestMessage } from "./requestMessage.ts";
import { storeRequest } from "./storeApi.ts";

const online = jest.spyOn(navigator, "onLine", "get");

beforeAll(() => addRules({ messageText: (code: string) => code } as never, 0));

const messageFor = (code: string, message = "") => requestMessage({ code, message }, "it");

describe("a request that fails", () => {
  it("is reported as offline only if the browser reports being offline", () => {
    online.mockReturnValue(false);
    expect(messageFor("network")).toBe("request_offline");
    online.mockReturnValue(true);
    expect(messageFor("network")).toBe("request_failed");
  });

  it("is reported as unreadable, given up or unknown according to its code", () => {
    expect(messageFor("invalid_json")).toBe("request_invalid_json");
    expect(messageFor("given_up")).toBe("request_given_up");
    expect(messageFor("anything else")).toBe("request_unknown");
  });

  it("shows the server's message if there is one", () => {
    expect(messageFor("network", "Il carrello è vuoto.")).toBe("Il carrello è vuoto.");
  });

  it("times out as a lost connection", async () => {
    jest.spyOn(AbortSignal, "timeout").mockReturnValueOnce(AbortSignal.abort());
    globalThis.fetch = (_path, init) =>
      new Promise((_done, fail) => {
        if (init?.signal?.aborted) fail(init.signal.reason);
      });
    await expect(storeRequest("GET", "/cart")).rejects.toMatchObject({ code: "network", status: 0 });
  });

  it("carries the message of a wc-ajax call that must be retried later", async () => {
    const message = "Riprova tra qualche secondo.";
    const respondWith = (body: string) => {
      globalThis.fetch = () => Promise.resolve(new Response(body, { status: 503 }));
    };
    respondWith(JSON.stringify({ result: "failure", message }));
    await expect(classicCall("checkout", new URLSearchParams())).rejects.toMatchObject({
      status: 503,
      message,
    });
    respondWith("<html>");
    await expect(classicCall("checkout", new URLSearchParams())).rejects.toMatchObject({ message: "" });
  });

  it("distinguishes an HTML page in place of JSON from a lost connection", async () => {
    globalThis.fetch = () => Promise.resolve(new Response("<html>", { status: 502 }));
    await expect(storeRequest("GET", "/cart")).rejects.toMatchObject({ code: "invalid_json", status: 502 });
    globalThis.fetch = () => Promise.reject(new TypeError("failed"));
    await expect(storeRequest("GET", "/cart")).rejects.toMatchObject({ code: "network" });
  });
});
