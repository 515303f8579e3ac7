import { type Call, serve } from "../../../tests/server.ts";
import { emptyCart, isTakenOut, putBack } from "./keptCart.ts";

const cart = (...keys: string[]) => ({
  items: keys.map((key) => ({ key, id: 7, quantity: 1, variation: [], item_data: [{ name: "Biglietto" }] })),
  coupons: [{ code: "dieci" }],
});
const told = (calls: Call[]) =>
  calls
    .filter(({ method }) => method === "POST")
    .map(
      ({ path, body }) =>
        `${path.split("/").pop()} ${(body as { key?: string; code?: string }).key ?? (body as { code?: string }).code}`,
    );

beforeEach(() => sessionStorage.clear());

test("lines are taken out and put back, the bought one last", async () => {
  let now = cart("a", "b");
  const calls = serve(() => ({ body: now, headers: { Nonce: "n" } }));
  await emptyCart();
  expect(told(calls)).toEqual(["remove-item a", "remove-item b"]);
  expect(isTakenOut()).toBe(true);
  now = cart("bought");
  calls.length = 0;
  expect(await putBack()).toBe(true);
  expect(told(calls)).toEqual(["restore-item a", "restore-item b", "remove-item bought"]);
  expect(isTakenOut()).toBe(false);
});

test("a line of the kind that was bought is not added to", async () => {
  const calls = serve(() => ({ body: cart("a"), headers: { Nonce: "n" } }));
  await emptyCart();
  calls.length = 0;
  await putBack();
  expect(told(calls)).toEqual(["remove-item a", "restore-item a"]);
});

test("a second purchase keeps the note of what was there first", async () => {
  let now = cart("a");
  const calls = serve(() => ({ body: now, headers: { Nonce: "n" } }));
  await emptyCart();
  now = cart("bought");
  await emptyCart();
  calls.length = 0;
  await putBack();
  expect(told(calls)).toContain("restore-item a");
});

test("what cannot be put back is told, and a coupon that went with its line comes back", async () => {
  let now: object = cart("a");
  const calls = serve(({ path }) =>
    path.endsWith("restore-item")
      ? { status: 409, body: { code: "gone", message: "" } }
      : { body: now, headers: { Nonce: "n" } },
  );
  await emptyCart();
  now = { items: [], coupons: [] };
  expect(await putBack()).toBe(false);
  expect(told(calls)).toContain("apply-coupon dieci");
});

test("bookings are named when their lines are taken out", async () => {
  const calls = serve(() => ({ body: cart("a"), headers: { Nonce: "n" } }));
  await emptyCart(42);
  expect(calls.at(-1)?.body).toEqual({ key: "a", booking_id: 42 });
});

test("a line that cannot be taken out stops neither the others nor the purchase", async () => {
  const calls = serve(({ method, body }) =>
    method === "POST" && (body as { key: string }).key === "a"
      ? { status: 409, body: { code: "woocommerce_rest_cart_invalid_key", message: "" } }
      : { body: cart("a", "b"), headers: { Nonce: "n" } },
  );
  await expect(emptyCart()).resolves.toBeUndefined();
  expect(told(calls)).toEqual(["remove-item a", "remove-item b"]);
});
