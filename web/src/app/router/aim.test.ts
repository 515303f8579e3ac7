import { onAim } from "./aim.ts";

const link = (href: string) => {
  document.body.innerHTML = `<a href="${href}"><span>Olio</span></a>`;
  return document.querySelector("span") as HTMLElement;
};
let told: string[] = [];
let stop = () => {};
beforeEach(() => {
  told = [];
  stop = onAim(({ pathname }) => told.push(pathname));
});
afterEach(() => stop());

test.each(["pointerover", "touchstart", "focusin"])("%s on a link tells of its page", (aim) => {
  link("/prodotto/olio/").dispatchEvent(new Event(aim, { bubbles: true }));
  expect(told).toEqual(["/prodotto/olio/"]);
});

test("pages that the browser goes to itself, and what is no link, are not told of", () => {
  for (const href of [
    "/checkout/",
    "/my-account/",
    "https://example.com/",
    "/prodotto/olio/?add-to-cart=7",
  ]) {
    link(href).dispatchEvent(new Event("pointerover", { bubbles: true }));
  }
  document.body.dispatchEvent(new Event("pointerover", { bubbles: true }));
  expect(told).toEqual([]);
});

test("once ended, nothing is told any more", () => {
  stop();
  link("/cart/").dispatchEvent(new Event("pointerover", { bubbles: true }));
  expect(told).toEqual([]);
});
