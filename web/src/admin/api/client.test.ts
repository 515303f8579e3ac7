// Requests and responses of API calls; the compiler infers the types of both from the path.
import { serve } from "../../../tests/server.ts";
import { apiQuery, del, get, post, setNonce } from "./client.ts";

test("path and query parameters are filled in, and empty ones left out", async () => {
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

test("a change carries the nonce; a response without content is null, and a file a blob", async () => {
  const files: Record<string, object> = {
    DELETE: { body: null },
    GET: { headers: { "Content-Type": "text/csv; charset=utf-8" }, body: null, html: "id\n1\n" },
  };
  const calls = serve(async ({ method }) => ({ body: { nonce: "n" }, ...files[method] }));
  setNonce("the-nonce");
  const deleted: null = await del("/api/admin/coupons/{id}", { path: { id: 3 } });
  expect(deleted).toBeNull();
  expect(calls[0]?.headers.get("X-Admin-Nonce")).toBe("the-nonce");
  const file = await get("/api/admin/orders/export", { query: {} });
  expect(file.type).toContain("text/csv");
  expect(calls[1]?.headers.get("X-Admin-Nonce")).toBeNull();
});

test("a query has one URL and is sent each time it is fetched", async () => {
  const calls = serve(async () => ({ body: { id: 4 } }));
  const query = apiQuery("/api/admin/orders/{id}", { path: { id: 4 } });
  expect(calls).toHaveLength(0);
  await Promise.all([query.queryFn({}), query.queryFn({})]);
  expect(calls.map(({ path }) => path)).toEqual([...query.queryKey, ...query.queryKey]);
});

test("arguments that a path does not accept do not compile", () => {
  const wrong = [
    // @ts-expect-error: the order id is missing
    () => get("/api/admin/orders/{id}"),
    // @ts-expect-error: unknown field in the body
    () => post("/api/admin/orders/{id}/capture", { path: { id: 1 }, body: { sum: 1 } }),
    // @ts-expect-error: the path does not support DELETE
    () => del("/api/admin/orders/{id}", { path: { id: 1 } }),
  ];
  expect(wrong).toHaveLength(3);
});
