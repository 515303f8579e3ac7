// Links and forms of the shop. Paths are written without a language (`/cart/`); these components add the prefix of the page's
// language (`/en/cart/`). A test (tests/links.test.ts) holds that no other component writes `<a>` or `<form>`.

import type { ComponentProps } from "react";
import { inLanguage } from "../core/address.ts";

/** A link. `hrefLang` marks a URL that already has the prefix of its language. */
export function Link(props: ComponentProps<"a">) {
  const { href, hrefLang } = props;
  return href && !hrefLang ? <a {...props} href={inLanguage(href)} /> : <a {...props} />;
}

/** A form. Without an action it is sent to the address of the page. */
export function Form(props: ComponentProps<"form">) {
  const { action } = props;
  return typeof action === "string" ? <form {...props} action={inLanguage(action)} /> : <form {...props} />;
}
