// What each element of the shop's pages is made by: React's own functions, which are handed the addresses of links and forms in
// the language of the page. A link that names a language (`hrefLang`) has its whole address already.

import type { ElementType, Key } from "react";
import { jsx as element, jsxs as elements, Fragment } from "react/jsx-runtime";
import { inLanguage } from "../core/address.ts";

type Props = Record<string, unknown>;

/** The attribute with the address that an element leads to. */
const ADDRESS: Record<string, string> = {
  a: "href",
  form: "action",
  button: "formAction",
  input: "formAction",
};

function spoken(type: ElementType, props: Props): Props {
  const name = typeof type === "string" ? ADDRESS[type] : undefined;
  const address = name && props[name];
  if (!name || typeof address !== "string" || props.hrefLang) return props;
  return { ...props, [name]: inLanguage(address) };
}

export const jsx = (type: ElementType, props: Props, key?: Key) => element(type, spoken(type, props), key);
export const jsxs = (type: ElementType, props: Props, key?: Key) => elements(type, spoken(type, props), key);
export { Fragment };
