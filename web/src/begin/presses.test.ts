import { keepPresses } from "./presses.ts";

let done: string[] = [];

beforeEach(() => {
  document.body.innerHTML = `
    <button type="button" id="more">+</button>
    <button type="submit" id="send">Invia</button>
    <a href="#large" id="large" data-waits><img id="small" alt=""></a>
    <a href="#page" id="page">Negozio</a>`;
  done = [];
  keepPresses();
  // What the page would do: it hears clicks below the window.
  document.body.onclick = (event) => {
    done.push((event.target as Element).closest("button, a")?.id ?? "");
    event.preventDefault();
  };
});

afterEach(async () => {
  await answer();
  delete document.documentElement.dataset.hydrated;
  delete document.documentElement.dataset.plain;
});

const press = (id: string, init: MouseEventInit = {}) =>
  document
    .querySelector(`#${id}`)
    ?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ...init }));

/** The page is taken over; observers hear of it afterwards. */
async function answer(): Promise<void> {
  document.documentElement.dataset.hydrated = "";
  await Promise.resolve();
}

test("presses are done in their order once the page answers, and no press after that is kept", async () => {
  press("more");
  press("small");
  press("more");
  expect(done).toEqual([]);
  await answer();
  expect(done).toEqual(["more", "large", "more"]);
  press("more");
  expect(done).toHaveLength(4);
});

test("a form is sent and a page is gone to at once", () => {
  press("send");
  press("page");
  expect(done).toEqual(["send", "page"]);
});

test("a press with a key or another button is the browser's", () => {
  for (const init of [
    { ctrlKey: true },
    { metaKey: true },
    { shiftKey: true },
    { altKey: true },
    { button: 1 },
  ])
    press("large", init);
  expect(done).toEqual(["large", "large", "large", "large", "large"]);
});

test("a link that is pressed once more is followed at once", () => {
  press("large");
  expect(done).toEqual([]);
  press("large");
  expect(done).toEqual(["large"]);
});

test("what is no longer on the page is pressed no more", async () => {
  press("more");
  document.querySelector("#more")?.remove();
  await answer();
  expect(done).toEqual([]);
});

test("where a page stays plain, the last link that was pressed is followed, and nothing is kept any more", async () => {
  press("large");
  press("more");
  document.documentElement.dataset.plain = "";
  await Promise.resolve();
  expect(done).toEqual(["large"]);
  press("more");
  expect(done).toEqual(["large", "more"]);
});
