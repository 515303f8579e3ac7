// What a call sends and what it gives back: the compiler knows both from the address.
import { serve } from "../../../tests/server.ts";
import { del, get, mark, post, question } from "./client.ts";

test("an address is filled in, and its query written; what is empty there is left out", async () => {
  const calls = serve(async () => ({ body: { products: [] } }));
  await get("/api/admin/products/{id}", { path: { id: 7 } });
  await get("/api/admin/products", { query: { search: "olio & sale", page: 2, status: undefined } });
  await get("/api/admin/orders", { query: new URLSearchParams("status=processing&page=3") });
  await get("/api/admin/orders", { query: new URLSearchParams() });
  expect(calls.map(({ path }) => path)).toEqual([
    "/api/admin/products/7",
    "/api/admin/products?search=olio%20%26%20sale&page=2",
    "/api/admin/orders?status=processing&page=3",
    "/api/admin/orders",
  ]);
});

test("a change carries the mark; an answer without content is nothing, and a file stays one", async () => {
  const files: Record<string, object> = {
    DELETE: { body: null },
    GET: { headers: { "Content-Type": "text/csv; charset=utf-8" }, body: null, html: "id\n1\n" },
  };
  const calls = serve(async ({ method }) => ({ body: { nonce: "n" }, ...files[method] }));
  mark("the-mark");
  const gone: null = await del("/api/admin/coupons/{id}", { path: { id: 3 } });
  expect(gone).toBeNull();
  expect(calls[0]?.headers.get("X-Admin-Nonce")).toBe("the-mark");
  const file = await get("/api/admin/orders/export", { query: {} });
  expect(file.type).toContain("text/csv");
  expect(calls[1]?.headers.get("X-Admin-Nonce")).toBeNull();
});

test("the same question has the same address, whenever it is asked", async () => {
  const calls = serve(async () => ({ body: { id: 4 } }));
  const asked = question("/api/admin/orders/{id}", { path: { id: 4 } });
  expect(calls).toHaveLength(0);
  await Promise.all([asked.ask(), asked.ask()]);
  expect(calls.map(({ path }) => path)).toEqual([asked.url, asked.url]);
});

test("what an address does not take does not compile", () => {
  const wrong = [
    // @ts-expect-error: which order is not said
    () => get("/api/admin/orders/{id}"),
    // @ts-expect-error: nobody sends that
    () => post("/api/admin/orders/{id}/capture", { path: { id: 1 }, body: { sum: 1 } }),
    // @ts-expect-error: the address cannot be deleted
    () => del("/api/admin/orders/{id}", { path: { id: 1 } }),
  ];
  expect(wrong).toHaveLength(3);
});
