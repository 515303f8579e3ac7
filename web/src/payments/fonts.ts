// The page's fonts for the provider's fields, which are a page of another origin.

import type { CssFontSource, CustomFontSource } from "@stripe/stripe-js";
import { core } from "../core/core.ts";

/** The page's font style sheets that the provider's fields may load too. */
function fontSheets(): CssFontSource[] {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel~="stylesheet"]')];
  return core()
    .fontSheets(links.map((link) => link.href))
    .map((cssSrc) => ({ cssSrc }));
}

/** Returns the rules of a style sheet; none if the sheet is cross-origin. */
function readableRules(sheet: CSSStyleSheet): CSSRule[] {
  try {
    return [...sheet.cssRules];
  } catch {
    return [];
  }
}

const unquoted = (name: string): string => name.trim().replace(/^(["'])(.*)\1$/, "$2");
const isFontFace = (rule: CSSRule): rule is CSSFontFaceRule => rule.cssText.startsWith("@font-face");

/** Returns a font file hosted by the shop; `null` for another family or a system font. */
function ownFont(
  { style: face }: CSSFontFaceRule,
  families: string[],
  base: string,
): CustomFontSource | null {
  const value = (name: string) => face.getPropertyValue(name).trim();
  const family = unquoted(value("font-family"));
  const file = /url\(\s*(["']?)(.+?)\1\s*\)/.exec(value("src"))?.[2];
  if (!file || !families.includes(family)) return null;
  const address = new URL(file, base);
  if (address.origin !== window.location.origin) return null;
  const font: CustomFontSource = { family, src: `url(${address.href})` };
  const style = value("font-style");
  if (style === "italic" || style === "oblique" || style === "normal") font.style = style;
  if (value("font-weight")) font.weight = value("font-weight");
  if (value("font-display")) font.display = value("font-display");
  if (value("unicode-range")) font.unicodeRange = value("unicode-range");
  return font;
}

/**
 * Returns the fonts that the fields load to match the page: style sheets of known font services, and the shop's own files of
 * these families.
 */
export function fontSources(fontFamily = ""): (CssFontSource | CustomFontSource)[] {
  const families = fontFamily.split(",").map(unquoted);
  const own = [...document.styleSheets].flatMap((sheet) =>
    readableRules(sheet)
      .filter(isFontFace)
      .map((rule) => ownFont(rule, families, sheet.href ?? document.baseURI))
      .filter((font) => font !== null),
  );
  return [...fontSheets(), ...own];
}
