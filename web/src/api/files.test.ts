// What is imported later is fetched first, and again after a failure.
import { serve } from "../../tests/server.ts";
import { reach } from "./files.ts";

const answering = (status: (path: string) => number) =>
  serve(({ path }) => ({ status: status(path), body: "" }));

test("a file is fetched once, however often and by however many it is asked for", async () => {
  const calls = answering(() => 200);
  await Promise.all([reach(["/assets/once.js"]), reach(["/assets/once.js", "/assets/rules.wasm"])]);
  await reach(["/assets/once.js"]);
  expect(calls.map(({ path }) => path)).toEqual(["/assets/once.js", "/assets/rules.wasm"]);
});

test("what the document links is not asked for", async () => {
  const calls = answering(() => 500);
  document.head.innerHTML = `<link rel="modulepreload" href="/assets/linked.js">`;
  await reach(["/assets/linked.js"]);
  expect(calls).toEqual([]);
  document.head.innerHTML = "";
});

for (const [name, refused] of [
  ["the shop does not have", 404],
  ["the shop fails to give", 503],
] as const)
  test(`a file that ${name} is told, and fetched at the next asking`, async () => {
    const address = `/assets/refused-${refused}.js`;
    let status: number = refused;
    const calls = answering((path) => (path === address ? status : 200));
    await expect(reach([`/assets/beside-${refused}.js`, address])).rejects.toThrow(`${address}: ${refused}`);
    status = 200;
    await reach([address]);
    expect(calls.filter(({ path }) => path === address)).toHaveLength(2);
  });

test("without a connection nothing is reached, and all of it once there is one", async () => {
  let offline = true;
  const calls = serve(() => {
    if (offline) throw new TypeError("Failed to fetch");
    return { body: "" };
  });
  await expect(reach(["/assets/far.js", "/assets/far.wasm"])).rejects.toThrow(TypeError);
  offline = false;
  await reach(["/assets/far.js", "/assets/far.wasm"]);
  expect(calls).toHaveLength(4);
});
