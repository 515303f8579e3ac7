import { lookSaver } from "./appearance.ts";

test("one look is saved at a time, and of those that wait the newest alone", async () => {
  const sent: string[] = [];
  const ends: (() => void)[] = [];
  const save = lookSaver(
    {
      saveAppearance: (look) => {
        sent.push(look);
        return new Promise((done) => ends.push(done));
      },
    },
    true,
  );
  const settle = async () => {
    ends.shift()?.();
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  save("a");
  save("b");
  save("c");
  expect(sent).toEqual(["a"]);
  await settle();
  expect(sent).toEqual(["a", "c"]);
  save("c");
  await settle();
  save("c");
  expect(sent).toEqual(["a", "c"]);
});

test("a look that could not be saved does not stop the next one", async () => {
  const sent: string[] = [];
  const save = lookSaver(
    {
      saveAppearance: async (look) => {
        sent.push(look);
        throw new Error("refused");
      },
    },
    false,
  );
  save("a");
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  save("b");
  expect(sent).toEqual(["a", "b"]);
});
