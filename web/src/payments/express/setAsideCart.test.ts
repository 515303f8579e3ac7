import { type Call, serve } from "../../../tests/server.ts";
import { emptyCart, hasSetAside, restoreCart } from "./setAsideCart.ts";

const cart = (...keys: string[]) => ({
  items: keys.map((key) => ({ key, id: 7, quantity: 1, variation: [], item_data: [{ name: "Biglietto" }] })),
  coupons: [{ code: "dieci" }],
});
const summary = (calls: Call[]) =>
  calls
    .filter(({ method }) => method === "POST")
    .map(
      ({ path, body }) =>
        `${path.split("/").pop()} ${(body as { key?: string; code?: string }).key ?? (body as { code?: string }).code}`,
    );

beforeEach(() => sessionStorage.clear());

test("lines are removed and restored, and the bought one is removed last", async () => {
  let now = cart("a", "b");
  const calls = serve(() => ({ body: now, headers: { Nonce: "n" } }));
  await emptyCart();
  expect(summary(calls)).toEqual(["remove-item a", "remove-item b"]);
  expect(hasSetAside()).toBe(true);
  now = cart("bought");
  calls.length = 0;
  expect(await restoreCart()).toBe(true);
  expect(summary(calls)).toEqual(["restore-item a", "restore-item b", "remove-item bought"]);
  expect(hasSetAside()).toBe(false);
});

test("a restored line does not add up with a bought line of the same kind", async () => {
  const calls = serve(() => ({ body: cart("a"), headers: { Nonce: "n" } }));
  await emptyCart();
  calls.length = 0;
  await restoreCart();
  expect(summary(calls)).toEqual(["remove-item a", "restore-item a"]);
});

test("a second purchase preserves the record of the original cart", async () => {
  let now = cart("a");
  const calls = serve(() => ({ body: now, headers: { Nonce: "n" } }));
  await emptyCart();
  now = cart("bought");
  await emptyCart();
  calls.length = 0;
  await restoreCart();
  expect(summary(calls)).toContain("restore-item a");
});

test("a line that cannot be restored is reported, and a coupon that was dropped with its line is applied again", async () => {
  let now: object = cart("a");
  const calls = serve(({ path }) =>
    path.endsWith("restore-item")
      ? { status: 409, body: { code: "gone", message: "" } }
      : { body: now, headers: { Nonce: "n" } },
  );
  await emptyCart();
  now = { items: [], coupons: [] };
  expect(await restoreCart()).toBe(false);
  expect(summary(calls)).toContain("apply-coupon dieci");
});

test("bookings are named when their lines are removed", async () => {
  const calls = serve(() => ({ body: cart("a"), headers: { Nonce: "n" } }));
  await emptyCart(42);
  expect(calls.at(-1)?.body).toEqual({ key: "a", booking_id: 42 });
});

test("a line that cannot be removed stops neither the others nor the purchase", async () => {
  const calls = serve(({ method, body }) =>
    method === "POST" && (body as { key: string }).key === "a"
      ? { status: 409, body: { code: "woocommerce_rest_cart_invalid_key", message: "" } }
      : { body: cart("a", "b"), headers: { Nonce: "n" } },
  );
  await expect(emptyCart()).resolves.toBeUndefined();
  expect(summary(calls)).toEqual(["remove-item a", "remove-item b"]);
});
