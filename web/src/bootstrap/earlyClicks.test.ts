import { recordEarlyClicks } from "./earlyClicks.ts";

let clicked: string[] = [];

beforeEach(() => {
  document.body.innerHTML = `
    <button type="button" id="more">+</button>
    <button type="submit" id="send">Invia</button>
    <a href="#large" id="large" data-waits><img id="small" alt=""></a>
    <a href="#page" id="page">Negozio</a>`;
  clicked = [];
  recordEarlyClicks();
  // Stands for the page's own listeners, which are below the window.
  document.body.onclick = (event) => {
    clicked.push((event.target as Element).closest("button, a")?.id ?? "");
    event.preventDefault();
  };
});

afterEach(async () => {
  await hydrate();
  delete document.documentElement.dataset.hydrated;
  delete document.documentElement.dataset.plain;
});

const click = (id: string, init: MouseEventInit = {}) =>
  document
    .querySelector(`#${id}`)
    ?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ...init }));

/** Marks the page as hydrated and lets mutation observers run. */
async function hydrate(): Promise<void> {
  document.documentElement.dataset.hydrated = "";
  await Promise.resolve();
}

test("early clicks are replayed in order after hydration, and later clicks are not recorded", async () => {
  click("more");
  click("small");
  click("more");
  expect(clicked).toEqual([]);
  await hydrate();
  expect(clicked).toEqual(["more", "large", "more"]);
  click("more");
  expect(clicked).toHaveLength(4);
});

test("forms are submitted and plain links followed without waiting", () => {
  click("send");
  click("page");
  expect(clicked).toEqual(["send", "page"]);
});

test("clicks with a modifier key or another mouse button are left to the browser", () => {
  for (const init of [
    { ctrlKey: true },
    { metaKey: true },
    { shiftKey: true },
    { altKey: true },
    { button: 1 },
  ])
    click("large", init);
  expect(clicked).toEqual(["large", "large", "large", "large", "large"]);
});

test("a second click on the same link follows it at once", () => {
  click("large");
  expect(clicked).toEqual([]);
  click("large");
  expect(clicked).toEqual(["large"]);
});

test("a control that has left the page is not clicked", async () => {
  click("more");
  document.querySelector("#more")?.remove();
  await hydrate();
  expect(clicked).toEqual([]);
});

test("if hydration fails, the last clicked link is followed and recording stops", async () => {
  click("large");
  click("more");
  document.documentElement.dataset.plain = "";
  await Promise.resolve();
  expect(clicked).toEqual(["large"]);
  click("more");
  expect(clicked).toEqual(["large", "more"]);
});
