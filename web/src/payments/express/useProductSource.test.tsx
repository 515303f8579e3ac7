// On a product page, what the wallets sell follows the form. Only the network is faked.
import { act, renderHook } from "@testing-library/react";
import { pageOf } from "../../../tests/fixture.tsx";
import type { ExpressProduct, ExpressSettings, VariationFormState } from "../../core/types.ts";
import { PaymentFailedError } from "../errors.ts";
import type { ExpressTools } from "./tools.ts";
import { useProductSource } from "./useProductSource.ts";

const debounce = 250;
const page = pageOf("product-simple", "product");

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const product = (amount: number, part: Partial<ExpressProduct> = {}): ExpressProduct =>
  ({
    ...{ requestShipping: true, has_deposit: false, displayItems: [], min_age_years: null },
    total: { label: "Bottega", amount, pending: false },
    ...part,
  }) as ExpressProduct;

function form(
  answer: (fields: [string, string][]) => Promise<ExpressProduct>,
  choice: Pick<VariationFormState, "button" | "alert"> = { button: "enabled", alert: null },
  current = page,
) {
  const part = document.createElement("div");
  part.innerHTML = `<form><input name="quantity" value="1"></form>`;
  const quantity = part.querySelector("input") as HTMLInputElement;
  const selectedProduct = jest.fn(answer);
  const settings = {
    product: product(3_400),
    checkout: { default_shipping_option: { id: "pending", displayName: "", amount: 0 } },
    declarations: { min_age_years: null },
  } as unknown as ExpressSettings;
  const requestedFields = [
    ["product_id", String(current.card.id)],
    ["qty", "1"],
  ];
  const tools = {
    settings,
    requestedFields,
    lang: "it",
    calls: { selectedProduct },
  } as unknown as ExpressTools;
  const props = { page: current, variations: { state: choice }, form: { current: part } };
  const { result } = renderHook(() => useProductSource(tools, props));
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  const type = async (typed: string) => {
    quantity.value = typed;
    quantity.dispatchEvent(new Event("input", { bubbles: true }));
    await pass(0);
  };
  return { result, selectedProduct, pass, type };
}

test("typing blocks the buttons at once, and one request follows when it pauses", async () => {
  const { result, selectedProduct, pass, type } = form(async () => product(10_200));
  expect(result.current.blocked).toBe(false);
  await type("2");
  expect(result.current.blocked).toBe(true);
  await pass(debounce - 1);
  await type("3");
  await pass(debounce - 1);
  expect(selectedProduct).not.toHaveBeenCalled();
  await pass(1);
  expect(selectedProduct).toHaveBeenCalledTimes(1);
  expect(selectedProduct.mock.calls[0]?.[0]).toContainEqual(["qty", "3"]);
  expect([result.current.blocked, result.current.offer.total.amount]).toEqual([false, 10_200]);
  expect(result.current.version).toBe(0);
});

for (const [name, part, isRecreated] of [
  ["what is not sent any more", { requestShipping: false }, 1],
  ["a deposit", { has_deposit: true }, 1],
  ["another amount alone", {}, 0],
] as const)
  test(`${name} ${isRecreated ? "makes" : "does not make"} the buttons anew`, async () => {
    const { result, pass, type } = form(async () => product(6_800, part));
    await type("2");
    await pass(debounce);
    expect([result.current.version, result.current.offer.total.amount]).toEqual([isRecreated, 6_800]);
  });

test("a choice that cannot be bought is refused at the press, in the server's words, until it changes", async () => {
  const { result, pass, type } = form(async (fields) => {
    if (fields.some(([, value]) => value === "99")) throw new PaymentFailedError({}, "Ne restano 5.");
    return product(6_800);
  });
  await type("99");
  await pass(debounce);
  expect(result.current.unavailableReason()).toBe("Ne restano 5.");
  await type("2");
  await pass(debounce);
  expect(result.current.unavailableReason()).toBe("");
});

const variable = pageOf("product-variable", "product");

for (const [name, button, alert, sentence] of [
  [
    "whose choice is missing",
    "selection_needed",
    "variation_make_a_selection",
    "Seleziona le opzioni del prodotto prima di procedere.",
  ],
  [
    "that is not to be had",
    "unavailable",
    "variation_unavailable",
    "Questo prodotto non è disponibile. Scegli un'altra combinazione.",
  ],
  [
    "without a reason of its own",
    "unavailable",
    "",
    "Spiacenti, questo prodotto non è disponibile. Scegli un'altra combinazione.",
  ],
] as const)
  test(`a variation ${name} is refused at the press, with a message`, () => {
    const { result } = form(async () => product(0), { button, alert }, variable);
    expect(result.current.variationValid).toBe(false);
    expect(result.current.unavailableReason()).toBe(sentence);
  });

test("a variation that can be bought is not refused", () => {
  const { result } = form(async () => product(0), { button: "enabled", alert: null }, variable);
  expect([result.current.variationValid, result.current.unavailableReason()]).toEqual([true, ""]);
});
