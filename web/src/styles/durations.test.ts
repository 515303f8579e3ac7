import { readFileSync } from "node:fs";
import { join } from "node:path";
import { core } from "../core/core.ts";

const sheet = (path: string) => readFileSync(join(process.cwd(), "src", path), "utf8");

test("the accent colour is #3ab1e4", () => {
  expect(sheet("styles/tokens.css")).toMatch(/--accent: #3ab1e4;/i);
});

test("a window over the page is 630 by 440 pixels where the screen has room", () => {
  const { modal_width_px, modal_height_px } = core().widgetTimings();
  expect([modal_width_px, modal_height_px]).toEqual([630, 440]);
  const tokens = sheet("styles/tokens.css");
  expect(tokens).toContain(`--modal-width: ${modal_width_px}px;`);
  expect(tokens).toContain(`--modal-height: ${modal_height_px}px;`);
  const [, modal = ""] = /\[data-side="modal"\] \{([^}]*)\}/.exec(sheet("ui/Dialog.module.css")) ?? [];
  expect(modal).toContain("width: min(var(--modal-width),");
  expect(modal).toContain("height: min(var(--modal-height),");
});

test("a searchable select is as wide as its container", () => {
  expect(sheet("ui/Field.module.css")).toMatch(/\.control \{[^}]*width: 100%;/);
});

test("animation durations in the style sheet match the core", () => {
  const css = sheet("styles/tokens.css");
  const [usual = "", reduced = ""] = css.split("prefers-reduced-motion: reduce");
  const named = (text: string, name: string) => new RegExp(`--${name}: (\\d+)ms`).exec(text)?.[1];
  const { field_note_slide_ms, payment_box_slide_ms } = core().checkoutTimings();
  expect(payment_box_slide_ms).toBe(230);
  for (const [name, ms] of Object.entries({
    "field-note-slide": field_note_slide_ms,
    "payment-box-slide": payment_box_slide_ms,
    "page-slide": core().widgetTimings().page_slide_ms,
  })) {
    expect([name, named(usual, name)]).toEqual([name, String(ms)]);
    expect([name, named(reduced, name)]).toEqual([name, "0"]);
  }
  expect(css).toContain("--overlay: rgb(255 255 255 / 60%)");
});
