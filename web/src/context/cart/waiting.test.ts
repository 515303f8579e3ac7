import { pageOf } from "../../../tests/fixture.tsx";
import { serve } from "../../../tests/server.ts";
import { catchUp } from "./cartState.ts";
import { addToCart, cartState, updateLine } from "./cartStore.ts";
import { waitingCount } from "./waiting.ts";

const cart = pageOf("cart", "cart").cart;
const item = (id: number) => ({ id, quantity: 1, variation: [] });
const names = (calls: ReturnType<typeof serve>) =>
  calls.filter(({ method }) => method === "POST").map(({ headers }) => headers.get("Idempotency-Key"));

function connection(there: boolean): void {
  jest.spyOn(navigator, "onLine", "get").mockReturnValue(there);
  if (!there) globalThis.fetch = (() => Promise.reject(new TypeError("offline"))) as typeof fetch;
}

const answers = () => serve(() => ({ body: cart, headers: { Nonce: "n" } }));

beforeEach(() => {
  localStorage.clear();
  connection(true);
});

test("without a connection changes wait, outlive the page, and are sent in their order, each by its name", async () => {
  connection(false);
  expect(await addToCart(item(1), "Uno", "a")).toBe(false);
  await updateLine("k", 4, "Due");
  expect([cartState().error, cartState().waiting, waitingCount()]).toEqual([null, 2, 2]);
  expect(cartState().announcement).toEqual({ kind: "waits", name: "Uno" });
  const kept = JSON.parse(localStorage.getItem("bottega_cart_waiting") ?? "[]") as { name: string }[];
  connection(true);
  const calls = answers();
  await catchUp();
  const sent = calls.filter(({ method }) => method === "POST");
  expect(sent.map(({ path }) => path.split("/cart/")[1])).toEqual(["add-item", "update-item"]);
  expect(names(calls)).toEqual(kept.map(({ name }) => name));
  expect([cartState().waiting, waitingCount()]).toEqual([0, 0]);
  await catchUp();
  expect(names(calls)).toHaveLength(2);
});

test("a change whose answer was lost goes out again under the same name", async () => {
  const calls = serve(() => {
    jest.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    throw new TypeError("connection lost");
  });
  await addToCart(item(1), "Uno", "a");
  connection(true);
  const again = answers();
  await catchUp();
  expect(names(again)).toEqual(names(calls));
});

test("a change that comes while others wait takes its turn behind them", async () => {
  connection(false);
  await addToCart(item(1), "Uno", "a");
  connection(true);
  const calls = answers();
  expect(await addToCart(item(2), "Due", "b")).toBe(true);
  const ids = calls.filter(({ method }) => method === "POST").map(({ body }) => (body as { id: number }).id);
  expect(ids).toEqual([1, 2]);
});

test("what the server refuses is let go and told; what it cannot answer now goes on waiting", async () => {
  connection(false);
  await addToCart(item(1), "Uno", "a");
  await addToCart(item(2), "Due", "b");
  connection(true);
  serve(() => ({ status: 503, body: { code: "busy", message: "", data: {} } }));
  await catchUp();
  expect([waitingCount(), cartState().error]).toEqual([2, null]);
  serve(({ method, body }) =>
    method === "POST" && (body as { id: number }).id === 1
      ? { status: 400, body: { code: "gone", message: "Esaurito", data: {} } }
      : { body: cart, headers: { Nonce: "n" } },
  );
  await catchUp();
  expect([waitingCount(), cartState().error?.message]).toEqual([0, "Esaurito"]);
});

test("a failure with a connection is told at once and waits for nothing", async () => {
  globalThis.fetch = (() => Promise.reject(new TypeError("no route"))) as typeof fetch;
  await addToCart(item(1), "Uno", "a");
  expect([waitingCount(), cartState().error?.code]).toEqual([0, "network"]);
});

test("where nothing can be kept, being offline is told", async () => {
  connection(false);
  jest.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new Error("full");
  });
  await addToCart(item(1), "Uno", "a");
  jest.mocked(Storage.prototype.setItem).mockRestore();
  expect([waitingCount(), cartState().error?.code]).toEqual([0, "network"]);
});
