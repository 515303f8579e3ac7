// The look of the provider's fields, read from the page around them.

import type { Appearance } from "@stripe/stripe-js";
import { core } from "../core/core.ts";
import type { GatewaySettings } from "../core/types.ts";
import type { GatewayCalls } from "./gatewayCalls.ts";
import { isAccordion, methodClass } from "./layout.ts";

/** A look in the provider's terms. */
export type Look = Required<Pick<Appearance, "theme" | "variables" | "rules">>;

const PLAIN: Look = { theme: "stripe", variables: {}, rules: {} };

/** The look that fits a place of the page. */
export function lookOf(
  place: Element,
  { isOCEnabled, OCLayout }: Pick<GatewaySettings, "isOCEnabled" | "OCLayout">,
): Look {
  const style = getComputedStyle(place);
  const token = (name: string) => style.getPropertyValue(name).trim();
  const backgrounds: string[] = [];
  for (let at: Element | null = place; at; at = at.parentElement) {
    backgrounds.push(getComputedStyle(at).backgroundColor);
  }
  const tab = getComputedStyle(place.closest("label") ?? place);
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
  const known: Look["variables"] = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== ""),
  );
  const hover = { backgroundColor: derived.hover_background, color: derived.hover_text };
  const theme = derived.theme === "night" ? "night" : "stripe";
  return { theme, variables: known, rules: { [`${methodClass(OCLayout)}:hover`]: hover } };
}

/** Whether a look is for the layout of the fields: the script has other parts in each, and ignores rules for those of the other. */
const fitsLayout = ({ rules }: Look, layout: string): boolean => {
  const other = methodClass(isAccordion(layout) ? "tabs" : "accordion");
  return !Object.keys(rules).some((selector) => selector.startsWith(other));
};

/** The saved look of the page's form; without one, that of the place, which is then saved. */
export function pageLook(place: Element, settings: GatewaySettings, saver: LookSaver): Look {
  const saved = settings.isBlockCheckout ? settings.blocksAppearance : settings.appearance;
  const checked = saved ? core().checkedLook(saved) : null;
  const kept: Look | null = checked ? { ...PLAIN, ...(JSON.parse(checked) as Partial<Look>) } : null;
  if (kept && fitsLayout(kept, settings.OCLayout)) return kept;
  const look = lookOf(place, settings);
  const text = core().checkedLook(JSON.stringify(look));
  if (!text) return { ...PLAIN, theme: look.theme };
  saver(text);
  return look;
}

/** Saves a look. */
export type LookSaver = (appearance: string) => void;

/** Saves looks one at a time: while one is on its way, only the newest of the others waits. The same one is not sent again. */
export function lookSaver(calls: Pick<GatewayCalls, "saveAppearance">, block: boolean): LookSaver {
  let sending = false;
  let sent = "";
  let waiting: string | null = null;
  const send = async (appearance: string) => {
    sending = true;
    sent = appearance;
    // A look that was not saved is derived anew by the next page.
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
