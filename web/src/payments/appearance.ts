// Derives the look of the provider's fields from the surrounding page.

import type { Appearance } from "@stripe/stripe-js";
import { core } from "../core/core.ts";
import type { GatewaySettings } from "../core/types.ts";
import type { GatewayCalls } from "./gatewayCalls.ts";
import { isAccordion, methodClass } from "./layout.ts";

/** A look in the provider's terms. */
export type Look = Required<Pick<Appearance, "theme" | "variables" | "rules">>;

const PLAIN: Look = { theme: "stripe", variables: {}, rules: {} };

/** Derives the look that matches an element of the page. */
export function deriveLook(
  element: Element,
  { isOCEnabled, OCLayout }: Pick<GatewaySettings, "isOCEnabled" | "OCLayout">,
): Look {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(name).trim();
  const backgrounds: string[] = [];
  for (let at: Element | null = element; at; at = at.parentElement) {
    backgrounds.push(getComputedStyle(at).backgroundColor);
  }
  const tab = getComputedStyle(element.closest("label") ?? element);
  const derived = core().paymentFormLook({
    backgrounds,
    tab_background: tab.backgroundColor,
    tab_text: tab.color,
    font_size: style.fontSize,
    one_click: isOCEnabled,
  });
  const variables: Look["variables"] = {
    colorBackground: derived.background,
    colorText: style.color,
    colorPrimary: token("--green"),
    colorDanger: token("--error"),
    colorTextSecondary: token("--ink-soft"),
    inputColorBorder: token("--line-strong"),
    borderRadius: token("--radius-m"),
    fontFamily: style.fontFamily,
  };
  if (derived.font_size) variables.fontSizeBase = derived.font_size;
  const knownVariables: Look["variables"] = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== ""),
  );
  const hover = { backgroundColor: derived.hover_background, color: derived.hover_text };
  const theme = derived.theme === "night" ? "night" : "stripe";
  return { theme, variables: knownVariables, rules: { [`${methodClass(OCLayout)}:hover`]: hover } };
}

/**
 * Whether a look fits the layout of the fields: each layout has parts of its own, and the script ignores rules for the other's
 * parts.
 */
const fitsLayout = ({ rules }: Look, layout: string): boolean => {
  const other = methodClass(isAccordion(layout) ? "tabs" : "accordion");
  return !Object.keys(rules).some((selector) => selector.startsWith(other));
};

/** Returns the saved look of the page's form. If there is none, derives it from the element and saves it. */
export function pageLook(element: Element, settings: GatewaySettings, saver: LookSaver): Look {
  const saved = settings.isBlockCheckout ? settings.blocksAppearance : settings.appearance;
  const checked = saved ? core().checkedLook(saved) : null;
  const savedLook: Look | null = checked ? { ...PLAIN, ...(JSON.parse(checked) as Partial<Look>) } : null;
  if (savedLook && fitsLayout(savedLook, settings.OCLayout)) return savedLook;
  const look = deriveLook(element, settings);
  const text = core().checkedLook(JSON.stringify(look));
  if (!text) return { ...PLAIN, theme: look.theme };
  saver(text);
  return look;
}

export type LookSaver = (appearance: string) => void;

/**
 * Saves looks one at a time: while one request runs, only the newest of the others waits. An unchanged look is not sent again.
 */
export function lookSaver(calls: Pick<GatewayCalls, "saveAppearance">, block: boolean): LookSaver {
  let sending = false;
  let sent = "";
  let waiting: string | null = null;
  const send = async (appearance: string) => {
    sending = true;
    sent = appearance;
    // If saving fails, the next page derives the look again.
    await calls.saveAppearance(appearance, block).catch(() => {});
    sending = false;
    const next = waiting;
    waiting = null;
    if (next !== null && next !== sent) void send(next);
  };
  return (appearance) => {
    if (sending) waiting = appearance;
    else if (appearance !== sent) void send(appearance);
  };
}
