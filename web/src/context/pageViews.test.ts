// Subscribers that are added after the first page.

import { visitedPage } from "../../tests/visitedPage.ts";
import { onPageView, type PageView, recordPageView, releasePages } from "./pageViews.ts";

test("a late listener receives each earlier page view in order, and each later one", () => {
  expect(visitedPage()).not.toBe(visitedPage());
  const [landing, next, last] = [visitedPage(), visitedPage(), visitedPage()];
  recordPageView(landing, "https://shop.example/?utm_source=x", "https://blog.example/");
  recordPageView(next, "https://shop.example/negozio/", "https://shop.example/?utm_source=x");
  const views: PageView[] = [];
  onPageView((page) => views.push(page));
  expect(views.map(({ data }) => data)).toEqual([landing, next]);
  expect(views[0]).toMatchObject({
    url: "https://shop.example/?utm_source=x",
    referrer: "https://blog.example/",
  });
  expect(releasePages()).toBe(next);
  recordPageView(last, "https://shop.example/cart/", "https://shop.example/negozio/");
  expect(views.map(({ data }) => data)).toEqual([landing, next, last]);
  // Nothing is buffered for later subscribers.
  const late: PageView[] = [];
  onPageView((page) => late.push(page));
  expect([late, releasePages()]).toEqual([[], null]);
});
