// The states of a variable product's form between one choice and the next.
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { answers, openPage, shopPage } from "../../../../tests/page.tsx";
import { type Call, serve } from "../../../../tests/server.ts";
import { PAGE_JSON } from "../../../api/pageRequest.ts";
import type { ProductPage, VariationView } from "../../../core/types.ts";

const main = () => screen.getByRole("main");
const form = () => main().querySelector("form.variations_form") as HTMLFormElement;
const add = () => form().querySelector("button[type=submit]") as HTMLElement;
const select = (label: string) => screen.getByLabelText<HTMLSelectElement>(label);
const choose = (label: string, value: string) => fireEvent.change(select(label), { target: { value } });
const options = (label: string) =>
  [...select(label).options].slice(1).map(({ value, disabled }) => (disabled ? `${value} disabled` : value));
const isVariationCall = ({ path }: Call) => path.includes("get_variation");
const isAdd = ({ path }: Call) => path.endsWith("/add-item");
const passed = (ms: number) => act(async () => jest.advanceTimersByTimeAsync(ms));

/** Opens the product; `change` modifies its variations, of 15 g and 35 g. */
function open(change: (small: VariationView, large: VariationView) => Partial<ProductPage>) {
  const [small, large] = shopPage<"product">("product-caviar").page.variations as [
    VariationView,
    VariationView,
  ];
  return openPage(shopPage<"product">("product-caviar", { express: null, ...change(small, large) }));
}

/** The product with a second attribute for the packing: 15 g in tins; 35 g in glass, and in tins that are not sold now. */
const packed = (small: VariationView, large: VariationView): Partial<ProductPage> => {
  const withPacking = (variation: VariationView, id: number, packing: string) => ({
    ...variation,
    variation_id: id,
    attributes: { ...variation.attributes, attribute_confezione: packing },
  });
  const [size] = shopPage<"product">("product-caviar").page.attributes;
  const packing = { name: "attribute_confezione", label: "Confezione", selected: "" };
  return {
    attributes: [
      { ...(size as ProductPage["attributes"][number]), selected: "" },
      {
        ...packing,
        options: [
          ["latta", "Latta"],
          ["vetro", "Vetro"],
        ],
      },
    ],
    variations: [
      withPacking(small, 71, "latta"),
      withPacking(large, 72, "vetro"),
      { ...withPacking(large, 73, "latta"), variation_is_active: false },
    ],
  };
};

test("options that match no variation are hidden, those of an inactive one are shown but disabled", async () => {
  serve(() => ({ body: null }));
  await open(packed);
  expect(options("Confezione")).toEqual(["latta", "vetro"]);
  choose("Formato", "15-g");
  expect(options("Confezione")).toEqual(["latta"]);
  choose("Formato", "35-g");
  expect(options("Confezione")).toEqual(["latta disabled", "vetro"]);
  choose("Confezione", "vetro");
  expect(options("Formato")).toEqual(["35-g"]);
});

test("the panel shows whether the chosen variation is available", async () => {
  serve(() => ({ body: null }));
  await open((small, large) => ({
    variations: [
      { ...small, availability: "Esaurito", is_in_stock: false },
      { ...large, availability: "Ne restano 3" },
    ],
  }));
  expect(form()).toHaveTextContent("Ne restano 3");
  choose("Formato", "15-g");
  expect(form()).toHaveTextContent("Esaurito");
  expect(form()).not.toHaveTextContent("Ne restano 3");
  choose("Formato", "");
  expect(form()).not.toHaveTextContent("Esaurito");
});

test("the panel appears after 300 ms and slides for 200 ms", async () => {
  serve(() => ({ body: null }));
  await open(() => ({}));
  expect(form().style.getPropertyValue("--panel-after")).toBe("300ms");
  expect(form().style.getPropertyValue("--panel-slide")).toBe("200ms");
});

test("a variation that is sold individually has no quantity field, and one is added", async () => {
  const calls = serve(() => ({ body: answers("carts").caviar, headers: { Nonce: "a-nonce" } }));
  await open((small, large) => ({ variations: [{ ...small, is_sold_individually: "yes" }, large] }));
  const quantity = () => within(form()).queryByRole("textbox", { name: /^Quantità/ });
  fireEvent.change(quantity() as HTMLElement, { target: { value: "3" } });
  choose("Formato", "15-g");
  expect(quantity()).toBeNull();
  fireEvent.click(add());
  await waitFor(() => expect(calls.filter(isAdd).map(({ body }) => body)).toMatchObject([{ quantity: 1 }]));
  choose("Formato", "35-g");
  expect(quantity()).not.toBeNull();
});

describe("where the page does not hold the variations", () => {
  const NONE = "Nessun prodotto corrisponde alla tua scelta. Prova con un'altra combinazione.";
  const fetched = (small: VariationView) => ({ body: small, headers: { "Content-Type": PAGE_JSON } });
  const onDemand = () => ({ variations: [], variations_on_demand: true });
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test("the initial choice is requested 100 ms after the page has loaded", async () => {
    const calls = serve(() => ({ body: null, headers: { "Content-Type": PAGE_JSON } }));
    await open(onDemand);
    await passed(99);
    expect(calls.filter(isVariationCall)).toEqual([]);
    await passed(1);
    expect(calls.filter(isVariationCall).map(({ form }) => form.get("attribute_pa_formato"))).toEqual([
      "35-g",
    ]);
  });

  test("a choice without a matching variation shows a message, until the next choice", async () => {
    serve(() => ({ body: null, headers: { "Content-Type": PAGE_JSON } }));
    await open(onDemand);
    await passed(100);
    expect(within(form()).getByRole("alert")).toHaveTextContent(NONE);
    choose("Formato", "");
    expect(form()).not.toHaveTextContent(NONE);
    expect(add()).toHaveAttribute("aria-disabled", "true");
  });

  test("during a request the form adds nothing, and another choice aborts the request", async () => {
    const [small] = shopPage<"product">("product-caviar").page.variations;
    let answer = (_value: object) => {};
    const calls = serve((call) =>
      isVariationCall(call) && call.form.get("attribute_pa_formato") === "15-g"
        ? new Promise((done) => {
            answer = done as typeof answer;
          })
        : { body: null, headers: { "Content-Type": PAGE_JSON } },
    );
    const signals: (AbortSignal | null | undefined)[] = [];
    const { fetch } = globalThis;
    globalThis.fetch = (path, init) => {
      if (String(path).includes("get_variation")) signals.push(init?.signal);
      return fetch(path, init);
    };
    await open(onDemand);
    choose("Formato", "35-g");
    choose("Formato", "15-g");
    expect(signals.map((signal) => signal?.aborted)).toEqual([true, false]);
    expect(form()).toHaveAttribute("aria-busy", "true");
    fireEvent.click(add());
    expect(within(form()).queryByRole("alert")).toBeNull();
    answer(fetched(small as VariationView));
    await waitFor(() => expect(form()).not.toHaveAttribute("aria-busy"));
    expect(calls.filter(isAdd)).toEqual([]);
  });
});
