// The look of the provider's fields, read from the page around them.

import { core } from "../core/core.ts";
import type { GatewaySettings } from "../core/types.ts";
import type { GatewayCalls } from "./gatewayCalls.ts";

/** A look in the provider's terms. */
export interface Look {
  theme: string;
  variables: Record<string, string>;
  rules: Record<string, Record<string, string>>;
}

const PLAIN: Look = { theme: "stripe", variables: {}, rules: {} };

/** The look that fits a place of the page. */
export function lookOf(place: Element, oneClick: boolean): Look {
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
    one_click: oneClick,
  });
  const variables: Record<string, string> = {
    colorBackground: derived.background,
    colorText: style.color,
    colorPrimary: token("--green"),
    colorDanger: token("--error"),
    colorTextSecondary: token("--ink-soft"),
    colorBorder: token("--line-strong"),
    borderRadius: token("--radius-m"),
    fontFamily: style.fontFamily,
  };
  if (derived.font_size) variables.fontSizeBase = derived.font_size;
  const known = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ""));
  const hover = { backgroundColor: derived.hover_background, color: derived.hover_text };
  return { theme: derived.theme, variables: known, rules: { ".Tab:hover": hover } };
}

/** The saved look of the page's form; without one, that of the place, which is then saved. */
export function pageLook(place: Element, settings: GatewaySettings, saver: LookSaver): Look {
  const saved = settings.isBlockCheckout ? settings.blocksAppearance : settings.appearance;
  const checked = saved ? core().checkedLook(saved) : null;
  if (checked) return { ...PLAIN, ...(JSON.parse(checked) as Partial<Look>) };
  const look = lookOf(place, settings.isOCEnabled);
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

/** The page's font style sheets that the provider's fields may load too. */
export function fontStylesheets(): { cssSrc: string }[] {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel~="stylesheet"]')];
  return core()
    .fontSheets(links.map((link) => link.href))
    .map((cssSrc) => ({ cssSrc }));
}
