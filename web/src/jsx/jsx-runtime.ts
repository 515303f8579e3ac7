// JSX runtime of the storefront: React's own functions, with the URLs of links and forms prefixed for the page's language. A link
// with `hrefLang` already has its full URL.

import type { ElementType, Key } from "react";
import { jsx as element, jsxs as elements, Fragment } from "react/jsx-runtime";
import { inLanguage } from "../core/address.ts";

type Props = Record<string, unknown>;

/** The attribute that holds an element's target URL. */
const URL_ATTRIBUTE: Record<string, string> = {
  a: "href",
  form: "action",
  button: "formAction",
  input: "formAction",
};

function localizeUrl(type: ElementType, props: Props): Props {
  const name = typeof type === "string" ? URL_ATTRIBUTE[type] : undefined;
  const address = name && props[name];
  if (!name || typeof address !== "string" || props.hrefLang) return props;
  return { ...props, [name]: inLanguage(address) };
}

export const jsx = (type: ElementType, props: Props, key?: Key) =>
  element(type, localizeUrl(type, props), key);
export const jsxs = (type: ElementType, props: Props, key?: Key) =>
  elements(type, localizeUrl(type, props), key);
export { Fragment };
