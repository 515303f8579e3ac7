import { later } from "./later.ts";

test("who waits hears the first value, and who comes after the last one", async () => {
  const number = later<number>();
  const waiting = number.get();
  number.set(1);
  number.set(2);
  expect(await waiting).toBe(1);
  expect(await number.get()).toBe(2);
});
