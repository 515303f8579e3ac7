import { deferred } from "./deferred.ts";

test("earlier callers get the first value, later callers the last one", async () => {
  const number = deferred<number>();
  const waiting = number.get();
  number.set(1);
  number.set(2);
  expect(await waiting).toBe(1);
  expect(await number.get()).toBe(2);
});
