import { pageOf } from "../../../tests/fixture.tsx";
import { serve } from "../../../tests/server.ts";
import { consumeNotes, type Note, resetNotes } from "../analytics/notes.ts";
import { catchUp, setCartState, showWaiting } from "./cartState.ts";
import { addAllToCart, addToCart, cartState, updateLine } from "./cartStore.ts";
import { pruneWaiting, retryNow, WAITING, waitingCount } from "./waiting.ts";

const cart = pageOf("cart", "cart").cart;
const item = (id: number) => ({ id, quantity: 1, variation: [] });
const names = (calls: ReturnType<typeof serve>) =>
  calls.filter(({ method }) => method === "POST").map(({ headers }) => headers.get("Idempotency-Key"));

function connection(there: boolean): void {
  jest.spyOn(navigator, "onLine", "get").mockReturnValue(there);
  if (!there) globalThis.fetch = (() => Promise.reject(new TypeError("offline"))) as typeof fetch;
}

const answers = () => serve(() => ({ body: cart, headers: { Nonce: "n" } }));

/** Sets the signed-in account, as the server's cookie does. */
function account(mark: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
  document.cookie = `bottega_account=${mark}; path=/${mark ? "" : "; max-age=0"}`;
}

/** Makes a change without a connection. */
async function addOffline(id: number): Promise<void> {
  connection(false);
  await addToCart(item(id), `n${id}`, `b${id}`);
  connection(true);
}

const posted = (calls: ReturnType<typeof serve>) =>
  calls.filter(({ method }) => method === "POST").map(({ body }) => (body as { id: number }).id);

/** A fake shop that answers changes with `answer`. */
const shop = (answer: (id: number) => ReturnType<Parameters<typeof serve>[0]>) =>
  serve(({ method, body }) =>
    method === "POST" ? answer((body as { id: number }).id) : { body: cart, headers: { Nonce: "n" } },
  );

beforeEach(() => {
  localStorage.clear();
  account("");
  connection(true);
  retryNow();
  showWaiting();
});

test("without a connection changes wait, outlive the page, and are sent in order, each with its idempotency key", async () => {
  connection(false);
  expect(await addToCart(item(1), "Uno", "a")).toBe(false);
  await updateLine("k", 4, "Due");
  expect([cartState().error, cartState().waiting, waitingCount()]).toEqual([null, 2, 2]);
  expect(cartState().announcement).toEqual({ kind: "waits", name: "Uno" });
  const stored = JSON.parse(localStorage.getItem("bottega_cart_waiting") ?? "[]") as { name: string }[];
  connection(true);
  const calls = answers();
  await catchUp();
  const sent = calls.filter(({ method }) => method === "POST");
  expect(sent.map(({ path }) => path.split("/cart/")[1])).toEqual(["add-item", "update-item"]);
  expect(names(calls)).toEqual(stored.map(({ name }) => name));
  expect([cartState().waiting, waitingCount()]).toEqual([0, 0]);
  await catchUp();
  expect(names(calls)).toHaveLength(2);
});

test("a waiting change is reported to analytics once it is applied, if the previous cart is known", async () => {
  setCartState({ cart });
  connection(false);
  await addToCart(item(1), "Uno", "a");
  connection(true);
  const notes: Note[] = [];
  resetNotes();
  consumeNotes((one) => notes.push(one));
  answers();
  await catchUp();
  expect(notes).toEqual([{ kind: "cart", before: cart, after: cart }]);
  resetNotes();
});

test("a change whose response was lost is sent again with the same idempotency key", async () => {
  const calls = serve(({ method }) => {
    if (method === "GET") return { body: cart, headers: { Nonce: "n" } };
    jest.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    throw new TypeError("connection lost");
  });
  await addToCart(item(1), "Uno", "a");
  connection(true);
  const again = answers();
  await catchUp();
  expect(names(calls)).toHaveLength(1);
  expect(names(again)).toEqual(names(calls));
});

test("a change that is made while others wait queues behind them", async () => {
  connection(false);
  await addToCart(item(1), "Uno", "a");
  connection(true);
  const calls = answers();
  expect(await addToCart(item(2), "Due", "b")).toBe(true);
  const ids = calls.filter(({ method }) => method === "POST").map(({ body }) => (body as { id: number }).id);
  expect(ids).toEqual([1, 2]);
});

test("a change that the server refuses is dropped with a message; one that it cannot answer now continues to wait", async () => {
  connection(false);
  await addToCart(item(1), "Uno", "a");
  await addToCart(item(2), "Due", "b");
  connection(true);
  serve(() => ({ status: 503, body: { code: "busy", message: "", data: {} } }));
  await catchUp();
  expect([waitingCount(), cartState().error]).toEqual([2, null]);
  retryNow();
  serve(({ method, body }) =>
    method === "POST" && (body as { id: number }).id === 1
      ? { status: 400, body: { code: "gone", message: "Esaurito", data: {} } }
      : { body: cart, headers: { Nonce: "n" } },
  );
  await catchUp();
  expect([waitingCount(), cartState().error?.message]).toEqual([0, "Esaurito"]);
});

test("a failure with a connection is shown at once", async () => {
  globalThis.fetch = (() => Promise.reject(new TypeError("no route"))) as typeof fetch;
  await addToCart(item(1), "Uno", "a");
  expect([waitingCount(), cartState().error?.code]).toEqual([0, "network"]);
});

test("where nothing can be stored, being offline is an error", async () => {
  connection(false);
  jest.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new Error("full");
  });
  await addToCart(item(1), "Uno", "a");
  jest.mocked(Storage.prototype.setItem).mockRestore();
  expect([waitingCount(), cartState().error?.code]).toEqual([0, "network"]);
});

test("several products added at once without a connection all wait", async () => {
  connection(false);
  expect(await addAllToCart([item(1), item(2), item(3)], "Cesto", "g")).toBe(false);
  expect(cartState().announcement).toEqual({ kind: "waits", name: "Cesto" });
  connection(true);
  const calls = answers();
  await catchUp();
  expect(posted(calls)).toEqual([1, 2, 3]);
});

test("while one attempt hangs no other begins, and the shopper's changes do not wait for it", async () => {
  await addOffline(1);
  const reads: string[] = [];
  let answer = () => {};
  serve(({ method, path }) => {
    if (method === "GET") reads.push(path);
    return new Promise((done) => {
      answer = () => done({ body: cart, headers: { Nonce: "n" } });
    });
  });
  const tries = [catchUp(), catchUp(), catchUp()];
  await Promise.resolve();
  expect(reads).toHaveLength(1);
  await addToCart(item(2), "Due", "b");
  expect(waitingCount()).toBe(2);
  const calls = answers();
  answer();
  await Promise.all(tries);
  expect(posted(calls)).toEqual([1, 2]);
});

test("an attempt is abandoned after ten seconds", async () => {
  await addOffline(1);
  const limits = jest.spyOn(AbortSignal, "timeout");
  answers();
  await catchUp();
  expect(limits.mock.calls.map(([ms]) => ms)).toEqual([10_000, 10_000, 10_000, 10_000]);
  limits.mockRestore();
});

describe("what waits is for one cart", () => {
  test("a guest's changes move with the cart into the account that they sign in to, and end with that session", async () => {
    await addOffline(1);
    account("a1");
    pruneWaiting();
    expect(waitingCount()).toBe(1);
    account("");
    expect(waitingCount()).toBe(0);
  });

  test("an account's changes are sent for that account only, not for a guest or another account", async () => {
    account("a1");
    await addOffline(1);
    for (const other of ["", "b2"]) {
      account(other);
      const calls = answers();
      await catchUp();
      expect(posted(calls)).toEqual([]);
    }
    account("a1");
    const calls = answers();
    await catchUp();
    expect(posted(calls)).toEqual([1]);
  });

  test("a session that has ended elsewhere is noticed before anything is sent", async () => {
    account("a1");
    await addOffline(1);
    const calls = serve(() => {
      account("");
      return { body: cart, headers: { Nonce: "n" } };
    });
    await catchUp();
    expect([posted(calls), waitingCount()]).toEqual([[], 0]);
  });

  test("a starting page drops other accounts' changes, and reports its own that are older than two days", async () => {
    account("a1");
    await addOffline(1);
    account("b2");
    expect([pruneWaiting(), localStorage.getItem(WAITING)]).toEqual([false, null]);
    await addOffline(2);
    jest.spyOn(Date, "now").mockReturnValue(Date.now() + 2 * 86_400_000 + 1);
    expect([waitingCount(), pruneWaiting(), localStorage.getItem(WAITING)]).toEqual([0, true, null]);
    jest.mocked(Date.now).mockRestore();
  });
});

describe("a response that leaves a change undecided", () => {
  test.each([
    [
      "too many requests",
      { status: 400, body: { code: "rate_limit_exceeded", message: "Troppe", data: {} } },
    ],
    ["a firewall's page", { status: 403, body: null, html: "<h1>Forbidden</h1>" }],
    ["a shop that is closed", { status: 503, body: { code: "busy", message: "", data: {} } }],
  ])("leaves it waiting, and the next attempt waits too: %s", async (_, response) => {
    await addOffline(1);
    await addOffline(2);
    const calls = shop(() => response);
    await catchUp();
    expect([posted(calls), waitingCount(), cartState().error]).toEqual([[1], 2, null]);
    await catchUp();
    expect(posted(calls)).toEqual([1]);
    jest.spyOn(Date, "now").mockReturnValue(Date.now() + 60_000);
    const again = answers();
    await catchUp();
    jest.mocked(Date.now).mockRestore();
    expect([posted(again), waitingCount()]).toEqual([[1, 2], 0]);
  });
});

test("a change that fails five times is dropped with a message, and those behind it are sent", async () => {
  await addOffline(1);
  await addOffline(2);
  const fault = { status: 500, body: { code: "internal", message: "", data: {} } };
  const calls = shop((id) => (id === 1 ? fault : { body: cart, headers: { Nonce: "n" } }));
  for (let tried = 0; tried < 5; tried += 1) {
    expect(waitingCount()).toBe(2);
    retryNow();
    await catchUp();
  }
  expect(posted(calls)).toEqual([1, 1, 1, 1, 1, 2]);
  expect([waitingCount(), cartState().error?.code]).toEqual([0, "given_up"]);
});

test("changes that another tab has sent no longer wait here", async () => {
  await addOffline(1);
  expect(cartState().waiting).toBe(1);
  localStorage.removeItem(WAITING);
  const calls = answers();
  expect(await addToCart(item(2), "Due", "b")).toBe(true);
  expect([cartState().waiting, posted(calls)]).toEqual([0, [2]]);
});
