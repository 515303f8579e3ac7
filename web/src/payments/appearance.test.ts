import { pageOf } from "../../tests/fixture.tsx";
import { CURRENT_VARIABLES } from "../../tests/stripe/variables.ts";
import { core } from "../core/core.ts";
import type { GatewaySettings } from "../core/types.ts";
import { deriveLook, lookSaver, pageLook } from "./appearance.ts";
import { gatewayCalls } from "./gatewayCalls.ts";

const page = pageOf("checkout-card", "checkout").gateway as GatewaySettings;

/** Creates an element on a page with this background and with fonts and design tokens of its own. */
function elementOn(background: string): HTMLElement {
  document.body.innerHTML = `<main style="background-color: ${background}"><label
    style="background-color: ${background}; color: rgb(34, 34, 34)"><div id="place" style="color: rgb(60, 50, 40);
    font-family: Lora, serif; font-size: 17px; --green: #2e5e3e; --error: #a11; --ink-soft: #665; --line-strong: #998;
    --radius-m: 10px"></div></label></main>`;
  return document.getElementById("place") as HTMLElement;
}

test("the look is the page's own colours, font, size and corners", () => {
  const look = deriveLook(elementOn("rgb(250, 246, 238)"), page);
  expect(look).toMatchObject({
    theme: "stripe",
    variables: {
      colorBackground: "#faf6ee",
      colorText: "rgb(60, 50, 40)",
      colorPrimary: "#2e5e3e",
      colorDanger: "#a11",
      colorTextSecondary: "#665",
      inputColorBorder: "#998",
      borderRadius: "10px",
      fontFamily: "Lora, serif",
      fontSizeBase: "17px",
    },
    rules: { ".AccordionItem:hover": { color: "#222222" } },
  });
  expect(deriveLook(elementOn("rgb(20, 24, 22)"), page)).toMatchObject({
    theme: "night",
    variables: { colorBackground: "#141816" },
  });
});

test("the hovered part is that of the layout", () => {
  const rulesIn = (OCLayout: string) =>
    Object.keys(deriveLook(elementOn("rgb(255, 255, 255)"), { ...page, OCLayout }).rules);
  expect(rulesIn("accordion")).toEqual([".AccordionItem:hover"]);
  expect(rulesIn("tabs")).toEqual([".Tab:hover"]);
});

test("a look has only variables that the provider's script knows", () => {
  const saved = (name: string) => core().checkedLook(JSON.stringify({ variables: { [name]: "red" } }));
  for (const name of CURRENT_VARIABLES) expect([name, saved(name)]).not.toEqual([name, null]);
  for (const name of ["colorBorder", "spacingTab", "--green", ""]) expect(saved(name) ?? null).toBeNull();
  const derived = deriveLook(elementOn("rgb(250, 246, 238)"), page);
  for (const name of Object.keys(derived.variables)) expect(CURRENT_VARIABLES).toContain(name);
});

test("a saved look for another layout or with unknown variables is derived again", () => {
  const element = elementOn("rgb(250, 246, 238)");
  const derived = deriveLook(element, page);
  for (const saved of [
    { theme: "night", rules: { ".Tab:hover": { color: "#ffffff" } } },
    { theme: "night", variables: { colorBorder: "#ffffff" } },
  ]) {
    const sent: string[] = [];
    const settings = { ...page, isBlockCheckout: true, blocksAppearance: JSON.stringify(saved) };
    expect(pageLook(element, settings, (look) => sent.push(look))).toEqual(derived);
    expect(sent.map((look) => JSON.parse(look))).toEqual([derived]);
  }
});

test("a page sends the look that it derived, and a page with a saved look derives none", async () => {
  const sent: URLSearchParams[] = [];
  const fetched = globalThis.fetch;
  globalThis.fetch = async (_path, init) => {
    sent.push(init?.body as URLSearchParams);
    return new Response('{"success":true,"data":{}}');
  };
  try {
    const settings = { ...page, isBlockCheckout: true, appearance: null, blocksAppearance: null };
    const saver = lookSaver(gatewayCalls(settings, "it"), true);
    const element = elementOn("rgb(250, 246, 238)");
    const look = pageLook(element, settings, saver);
    expect(sent.map((form) => JSON.parse(form.get("appearance") ?? ""))).toEqual([look]);
    expect(Object.fromEntries(sent[0] ?? [])).toMatchObject({
      is_block_checkout: "true",
      theme_name: page.theme_name,
      _ajax_nonce: page.saveAppearanceNonce,
    });
    const saved = JSON.stringify({ theme: "night", variables: { colorText: "#ffffff" } });
    expect(pageLook(element, { ...settings, blocksAppearance: saved }, saver)).toMatchObject({
      theme: "night",
      variables: { colorText: "#ffffff" },
    });
    expect(sent).toHaveLength(1);
  } finally {
    globalThis.fetch = fetched;
  }
});

test("looks are saved one at a time, and only the newest waiting one is sent", async () => {
  const sent: string[] = [];
  const ends: (() => void)[] = [];
  const save = lookSaver(
    {
      saveAppearance: (look) => {
        sent.push(look);
        return new Promise((done) => ends.push(done));
      },
    },
    true,
  );
  const settle = async () => {
    ends.shift()?.();
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  save("a");
  save("b");
  save("c");
  expect(sent).toEqual(["a"]);
  await settle();
  expect(sent).toEqual(["a", "c"]);
  save("c");
  await settle();
  save("c");
  expect(sent).toEqual(["a", "c"]);
});

test("a look that could not be saved does not stop the next one", async () => {
  const sent: string[] = [];
  const save = lookSaver(
    {
      saveAppearance: async (look) => {
        sent.push(look);
        throw new Error("refused");
      },
    },
    false,
  );
  save("a");
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  save("b");
  expect(sent).toEqual(["a", "b"]);
});
