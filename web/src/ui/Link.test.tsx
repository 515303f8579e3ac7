import { render } from "@testing-library/react";
import { createRef } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { setPathPrefix } from "../core/address.ts";
import { Form, Link } from "./Link.tsx";

beforeEach(() => setPathPrefix("/en"));
afterEach(() => setPathPrefix(""));

test("a link to a page of the shop is in the page's language, whatever else it has", () => {
  const link = (
    <Link className="button" href="/cart/?a=1#codici" rel="nofollow" aria-label="Cart" data-x="">
      <b>Cart</b>
    </Link>
  );
  expect(renderToStaticMarkup(link)).toBe(
    '<a class="button" href="/en/cart/?a=1#codici" rel="nofollow" aria-label="Cart" data-x=""><b>Cart</b></a>',
  );
});

test.each([
  "https://example.com/cart/",
  "//example.com/",
  "mailto:ciao@example.com",
  "tel:+39061234",
  "#contenuto",
  "?page=2",
  "/pictures/1/a.webp",
  "/assets/a.js",
  "/it/negozio/",
  "/en/negozio/",
])("a link to %s is not changed", (href) => {
  expect(renderToStaticMarkup(<Link href={href}>x</Link>)).toBe(`<a href="${href}">x</a>`);
});

test("a link with hrefLang already has its full URL", () => {
  const { getByRole } = render(
    <Link href="/negozio/" hrefLang="it">
      Italiano
    </Link>,
  );
  expect(getByRole("link")).toHaveAttribute("href", "/negozio/");
});

test("a link without a target has none", () => {
  expect(renderToStaticMarkup(<Link id="x">x</Link>)).toBe('<a id="x">x</a>');
});

test.each([
  ["/cart/", "/en/cart/"],
  ["https://example.com/", "https://example.com/"],
])("a form with the action %s is sent to %s", (action, sent) => {
  expect(renderToStaticMarkup(<Form action={action} />)).toBe(`<form action="${sent}"></form>`);
});

test("a form without an action is sent to the address of its page", () => {
  expect(renderToStaticMarkup(<Form method="post" />)).toBe('<form method="post"></form>');
});

test("a link and a form hand their elements to a ref", () => {
  const link = createRef<HTMLAnchorElement>();
  const form = createRef<HTMLFormElement>();
  render(
    <Form ref={form} action="/cart/">
      <Link ref={link} href="/cart/">
        Cart
      </Link>
    </Form>,
  );
  expect(link.current).toHaveAttribute("href", "/en/cart/");
  expect(form.current).toHaveAttribute("action", "/en/cart/");
});
