// Files are fetched before they are imported, and fetched again after a failure.
import { serve } from "../../tests/server.ts";
import { preloadFiles } from "./files.ts";

const answering = (status: (path: string) => number) =>
  serve(({ path }) => ({ status: status(path), body: "" }));

test("a file is fetched once, however many callers request it and however often", async () => {
  const calls = answering(() => 200);
  await Promise.all([
    preloadFiles(["/assets/once.js"]),
    preloadFiles(["/assets/once.js", "/assets/rules.wasm"]),
  ]);
  await preloadFiles(["/assets/once.js"]);
  expect(calls.map(({ path }) => path)).toEqual(["/assets/once.js", "/assets/rules.wasm"]);
});

test("a file that the document links is not fetched", async () => {
  const calls = answering(() => 500);
  document.head.innerHTML = `<link rel="modulepreload" href="/assets/linked.js">`;
  await preloadFiles(["/assets/linked.js"]);
  expect(calls).toEqual([]);
  document.head.innerHTML = "";
});

for (const [name, failure] of [
  ["the shop does not have", 404],
  ["the shop fails to give", 503],
] as const)
  test(`a file that ${name} rejects the call and is fetched again by the next one`, async () => {
    const address = `/assets/failing-${failure}.js`;
    let status: number = failure;
    const calls = answering((path) => (path === address ? status : 200));
    await expect(preloadFiles([`/assets/beside-${failure}.js`, address])).rejects.toThrow(
      `${address}: ${failure}`,
    );
    status = 200;
    await preloadFiles([address]);
    expect(calls.filter(({ path }) => path === address)).toHaveLength(2);
  });

test("offline the call rejects, and once online all files are fetched", async () => {
  let offline = true;
  const calls = serve(() => {
    if (offline) throw new TypeError("Failed to fetch");
    return { body: "" };
  });
  await expect(preloadFiles(["/assets/far.js", "/assets/far.wasm"])).rejects.toThrow(TypeError);
  offline = false;
  await preloadFiles(["/assets/far.js", "/assets/far.wasm"]);
  expect(calls).toHaveLength(4);
});
