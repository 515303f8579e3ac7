import { pageData } from "../../../tests/fixture.tsx";
import { serve } from "../../../tests/server.ts";
import { reloadWhenOnline } from "./offlinePage.ts";

const shell = { ...pageData("home").shell, path: "/offline/", prefix: "" };

beforeEach(() => {
  jest.useFakeTimers();
  globalThis.timesLeft = 0;
});
afterEach(() => jest.useRealTimers());

test.each(["/my-account/confirm/?key=once", "/negozio/?add-to-cart=7"])(
  "the shop is probed at an address without side effects, not at %s",
  async (path) => {
    window.history.replaceState(null, "", path);
    let status = 503;
    const calls = serve(() => ({ status, body: null }));
    reloadWhenOnline(shell);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(globalThis.timesLeft).toBe(0);
    status = 200;
    await jest.advanceTimersByTimeAsync(5_000);
    expect(globalThis.timesLeft).toBeGreaterThan(0);
    expect(new Set(calls.map((call) => `${call.method} ${call.path}`))).toEqual(new Set(["HEAD /readyz"]));
  },
);

test("a page other than the offline page sends no probe", async () => {
  window.history.replaceState(null, "", "/negozio/");
  const calls = serve(() => ({ body: null }));
  reloadWhenOnline({ ...shell, path: "/negozio/" });
  await jest.advanceTimersByTimeAsync(10_000);
  expect(calls).toEqual([]);
});
