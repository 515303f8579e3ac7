import { type ElementType, isValidElement, type ReactElement } from "react";
import { setPathPrefix } from "../core/address.ts";
import { jsx, jsxs } from "./jsx-runtime.ts";

const propsOf = (element: unknown) => (isValidElement(element) ? (element as ReactElement).props : null);

const Part = () => null;

beforeEach(() => setPathPrefix("/en"));
afterEach(() => setPathPrefix(""));

test.each<[ElementType, string]>([
  ["a", "href"],
  ["form", "action"],
  ["button", "formAction"],
  ["input", "formAction"],
])("the URL of <%s> is in the page's language", (type, name) => {
  expect(propsOf(jsx(type, { [name]: "/cart/" }))).toEqual({ [name]: "/en/cart/" });
  expect(propsOf(jsxs(type, { [name]: "/cart/", children: [] }))).toMatchObject({ [name]: "/en/cart/" });
});

test("a link with hrefLang is not changed", () => {
  const props = { href: "/negozio/", hrefLang: "it" };
  expect(propsOf(jsx("a", props))).toEqual(props);
});

test("other elements and components are not changed", () => {
  for (const [type, props] of [
    ["link", { href: "/cart/" }],
    ["a", { id: "x" }],
    ["form", { action: () => {} }],
    [Part, { href: "/cart/" }],
  ] as const) {
    expect(propsOf(jsx(type, props))).toEqual(props);
  }
});
