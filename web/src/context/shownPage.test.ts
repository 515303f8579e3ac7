// Who comes later than the first page.

import { visitedPage } from "../../tests/visitedPage.ts";
import { onPages, releasePages, type ShownPage, showPage } from "./shownPage.ts";

test("who comes later hears of each page that was shown, in order, and of those that come", () => {
  expect(visitedPage()).not.toBe(visitedPage());
  const [landing, next, last] = [visitedPage(), visitedPage(), visitedPage()];
  showPage(landing, "https://shop.example/?utm_source=x", "https://blog.example/");
  showPage(next, "https://shop.example/negozio/", "https://shop.example/?utm_source=x");
  const heard: ShownPage[] = [];
  onPages((page) => heard.push(page));
  expect(heard.map(({ data }) => data)).toEqual([landing, next]);
  expect(heard[0]).toMatchObject({
    url: "https://shop.example/?utm_source=x",
    referrer: "https://blog.example/",
  });
  expect(releasePages()).toBe(next);
  showPage(last, "https://shop.example/cart/", "https://shop.example/negozio/");
  expect(heard.map(({ data }) => data)).toEqual([landing, next, last]);
  // Nothing is held for anybody else.
  const late: ShownPage[] = [];
  onPages((page) => late.push(page));
  expect([late, releasePages()]).toEqual([[], null]);
});
