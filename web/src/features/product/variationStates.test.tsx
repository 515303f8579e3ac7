// How the form of a product with choices stands between one choice and the next.
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { answers, openPage, shopPage } from "../../../tests/page.tsx";
import { type Call, serve } from "../../../tests/server.ts";
import { PAGE_JSON } from "../../api/pageRequest.ts";
import type { ProductPage, VariationView } from "../../core/types.ts";

const main = () => screen.getByRole("main");
const form = () => main().querySelector("form.variations_form") as HTMLFormElement;
const add = () => form().querySelector("button[type=submit]") as HTMLElement;
const select = (label: string) => screen.getByLabelText<HTMLSelectElement>(label);
const choose = (label: string, value: string) => fireEvent.change(select(label), { target: { value } });
const options = (label: string) =>
  [...select(label).options].slice(1).map(({ value, disabled }) => (disabled ? `${value} disabled` : value));
const isAsked = ({ path }: Call) => path.includes("get_variation");
const isAdd = ({ path }: Call) => path.endsWith("/add-item");
const passed = (ms: number) => act(async () => jest.advanceTimersByTimeAsync(ms));

/** Opens the product; `change` is made of its variations, the 15 g and the 35 g one. */
function open(change: (small: VariationView, large: VariationView) => Partial<ProductPage>) {
  const [small, large] = shopPage<"product">("product-caviar").page.variations as [
    VariationView,
    VariationView,
  ];
  return openPage(shopPage<"product">("product-caviar", { express: null, ...change(small, large) }));
}

/** The product with a choice of the packing too: 15 g in tins; 35 g in glass, and in tins that are not sold now. */
const packed = (small: VariationView, large: VariationView): Partial<ProductPage> => {
  const of = (variation: VariationView, id: number, packing: string) => ({
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
      of(small, 71, "latta"),
      of(large, 72, "vetro"),
      { ...of(large, 73, "latta"), variation_is_active: false },
    ],
  };
};

test("options that fit no variation leave the list, those of an inactive one stay and cannot be chosen", async () => {
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

test("the panel says whether the chosen variation is there", async () => {
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

test("the panel comes after 300 ms and slides for 200 ms", async () => {
  serve(() => ({ body: null }));
  await open(() => ({}));
  expect(form().style.getPropertyValue("--panel-after")).toBe("300ms");
  expect(form().style.getPropertyValue("--panel-slide")).toBe("200ms");
});

test("of a variation that is sold one at a time no quantity is asked, and one is added", async () => {
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

  test("what the page opens with is asked for 100 ms after it stands", async () => {
    const calls = serve(() => ({ body: null, headers: { "Content-Type": PAGE_JSON } }));
    await open(onDemand);
    await passed(99);
    expect(calls.filter(isAsked)).toEqual([]);
    await passed(1);
    expect(calls.filter(isAsked).map(({ form }) => form.get("attribute_pa_formato"))).toEqual(["35-g"]);
  });

  test("a choice that fits none is told so, and the next choice takes it away", async () => {
    serve(() => ({ body: null, headers: { "Content-Type": PAGE_JSON } }));
    await open(onDemand);
    await passed(100);
    expect(within(form()).getByRole("alert")).toHaveTextContent(NONE);
    choose("Formato", "");
    expect(form()).not.toHaveTextContent(NONE);
    expect(add()).toHaveAttribute("aria-disabled", "true");
  });

  test("while one is asked for the form adds nothing, and another choice gives the request up", async () => {
    const [small] = shopPage<"product">("product-caviar").page.variations;
    let answer = (_value: object) => {};
    const calls = serve((call) =>
      isAsked(call) && call.form.get("attribute_pa_formato") === "15-g"
        ? new Promise((done) => {
            answer = done as typeof answer;
          })
        : { body: null, headers: { "Content-Type": PAGE_JSON } },
    );
    const given: (AbortSignal | null | undefined)[] = [];
    const { fetch } = globalThis;
    globalThis.fetch = (path, init) => {
      if (String(path).includes("get_variation")) given.push(init?.signal);
      return fetch(path, init);
    };
    await open(onDemand);
    choose("Formato", "35-g");
    choose("Formato", "15-g");
    expect(given.map((signal) => signal?.aborted)).toEqual([true, false]);
    expect(form()).toHaveAttribute("aria-busy", "true");
    fireEvent.click(add());
    expect(within(form()).queryByRole("alert")).toBeNull();
    answer(fetched(small as VariationView));
    await waitFor(() => expect(form()).not.toHaveAttribute("aria-busy"));
    expect(calls.filter(isAdd)).toEqual([]);
  });
});
