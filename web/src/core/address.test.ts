import { barePath, inLanguage, linksInLanguage, setPathPrefix } from "./address.ts";

afterEach(() => setPathPrefix(""));

test("in the shop's own language addresses stay as they are", () => {
  expect(inLanguage("/cart/")).toBe("/cart/");
  expect(linksInLanguage('<a href="/blog/">')).toBe('<a href="/blog/">');
  expect(barePath("/cart/")).toBe("/cart/");
  expect(barePath("/en/cart/")).toBeNull();
});

test.each([
  ["/", "/en/"],
  ["/cart/?a=1#b", "/en/cart/?a=1#b"],
  ["/?wc-ajax=checkout", "/en/?wc-ajax=checkout"],
  ["/en/cart/", "/en/cart/"],
  ["/it/", "/it/"],
  ["/enoteca/", "/en/enoteca/"],
  ["//evil.example/", "//evil.example/"],
  ["/\\evil.example/", "/\\evil.example/"],
  ["/pictures/a-640.webp", "/pictures/a-640.webp"],
  ["https://example.com/", "https://example.com/"],
  ["#menu", "#menu"],
  ["", ""],
])("%s is %s in the other language", (address, expected) => {
  setPathPrefix("/en");
  expect(inLanguage(address)).toBe(expected);
});

test.each([
  ["/en/cart/", "/cart/"],
  ["/en/", "/"],
  ["/cart/", null],
  ["/it/cart/", null],
  ["/enoteca/", null],
])("the path of %s is %s", (path, expected) => {
  setPathPrefix("/en");
  expect(barePath(path)).toBe(expected);
});

test("links in written texts lead to the page's language, pictures and other hosts stay unchanged", () => {
  setPathPrefix("/en");
  expect(linksInLanguage('<p><a class="x" href="/blog/">a</a><img src="/pictures/a.webp"></p>')).toBe(
    '<p><a class="x" href="/en/blog/">a</a><img src="/pictures/a.webp"></p>',
  );
  expect(linksInLanguage('<form method="post" action="/download/1/">')).toBe(
    '<form method="post" action="/en/download/1/">',
  );
  expect(linksInLanguage('<a href="https://example.com/">')).toBe('<a href="https://example.com/">');
});
