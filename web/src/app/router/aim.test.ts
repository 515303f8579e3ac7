import { onAim } from "./aim.ts";

const link = (href: string) => {
  document.body.innerHTML = `<a href="${href}"><span>Olio</span></a>`;
  return document.querySelector("span") as HTMLElement;
};
let aimed: string[] = [];
let stop = () => {};
beforeEach(() => {
  aimed = [];
  stop = onAim(({ pathname }) => aimed.push(pathname));
});
afterEach(() => stop());

test.each(["pointerover", "touchstart", "focusin"])("%s on a link reports its page", (aim) => {
  link("/prodotto/olio/").dispatchEvent(new Event(aim, { bubbles: true }));
  expect(aimed).toEqual(["/prodotto/olio/"]);
});

test("pages that the browser loads itself, and elements that are not links, are not reported", () => {
  for (const href of [
    "/checkout/",
    "/my-account/",
    "https://example.com/",
    "/prodotto/olio/?add-to-cart=7",
  ]) {
    link(href).dispatchEvent(new Event("pointerover", { bubbles: true }));
  }
  document.body.dispatchEvent(new Event("pointerover", { bubbles: true }));
  expect(aimed).toEqual([]);
});

test("after unsubscribing, nothing is reported any more", () => {
  stop();
  link("/cart/").dispatchEvent(new Event("pointerover", { bubbles: true }));
  expect(aimed).toEqual([]);
});
