import { addRules } from "../core/core.ts";
import { classicCall } from "./classicCall.ts";
import { requestMessage } from "./requestMessage.ts";
import { storeRequest } from "./storeApi.ts";

const online = jest.spyOn(navigator, "onLine", "get");

beforeAll(() => addRules({ messageText: (code: string) => code } as never, 0));

const told = (code: string, message = "") => requestMessage({ code, message }, "it");

describe("a request without its answer", () => {
  it("says that the visitor is probably offline only where the browser says so", () => {
    online.mockReturnValue(false);
    expect(told("network")).toBe("request_offline");
    online.mockReturnValue(true);
    expect(told("network")).toBe("request_failed");
  });

  it("says that an answer could not be read, or that nothing is known", () => {
    expect(told("invalid_json")).toBe("request_invalid_json");
    expect(told("given_up")).toBe("request_given_up");
    expect(told("anything else")).toBe("request_unknown");
  });

  it("leaves the word to the server where it has one", () => {
    expect(told("network", "Il carrello è vuoto.")).toBe("Il carrello è vuoto.");
  });

  it("gives up an answer that does not come, as a lost connection", async () => {
    jest.spyOn(AbortSignal, "timeout").mockReturnValueOnce(AbortSignal.abort());
    globalThis.fetch = (_path, init) =>
      new Promise((_done, fail) => {
        if (init?.signal?.aborted) fail(init.signal.reason);
      });
    await expect(storeRequest("GET", "/cart")).rejects.toMatchObject({ code: "network", status: 0 });
  });

  it("has the sentence of a classic call that is put off", async () => {
    const message = "Riprova tra qualche secondo.";
    const put = (body: string) => {
      globalThis.fetch = () => Promise.resolve(new Response(body, { status: 503 }));
    };
    put(JSON.stringify({ result: "failure", message }));
    await expect(classicCall("checkout", new URLSearchParams())).rejects.toMatchObject({
      status: 503,
      message,
    });
    put("<html>");
    await expect(classicCall("checkout", new URLSearchParams())).rejects.toMatchObject({ message: "" });
  });

  it("tells a page in the place of data apart from a lost connection", async () => {
    globalThis.fetch = () => Promise.resolve(new Response("<html>", { status: 502 }));
    await expect(storeRequest("GET", "/cart")).rejects.toMatchObject({ code: "invalid_json", status: 502 });
    globalThis.fetch = () => Promise.reject(new TypeError("failed"));
    await expect(storeRequest("GET", "/cart")).rejects.toMatchObject({ code: "network" });
  });
});
