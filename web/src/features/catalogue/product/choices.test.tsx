// What a product page shows for a choice, and the errors of its form. The responses were recorded from a real shop.
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { answers, openPage, shopPage } from "../../../../tests/page.tsx";
import { serve } from "../../../../tests/server.ts";
import { PAGE_JSON } from "../../../api/pageRequest.ts";

const main = () => screen.getByRole("main");
const addButton = () =>
  within(main().querySelector("form") as HTMLElement).getByRole("button", { name: /^Aggiungi al carrello/ });
const choose = (value: string) => fireEvent.change(screen.getByLabelText("Formato"), { target: { value } });
const drawer = () => screen.queryByRole("dialog", { name: /Carrello/ });

/** Returns a fact of the page by its name. */
function fact(name: string): string {
  const line = [...document.querySelectorAll("dl > div")].find(({ textContent }) =>
    textContent?.includes(name),
  );
  return line?.querySelector("dd")?.textContent ?? "";
}

function shop() {
  const { caviar } = answers("carts");
  return serve(({ path }) => {
    if (path.includes("get_variation"))
      return { body: answers("variation"), headers: { "Content-Type": PAGE_JSON } };
    return { body: path.includes("/wc/store/v1/cart") ? caviar : null, headers: { Nonce: "a-nonce" } };
  });
}

const open = (name: string, change: object = {}) =>
  openPage(shopPage<"product">(name, { express: null, ...change }));

test("a choice replaces price, SKU and weight, and a reset restores the product's own", async () => {
  shop();
  await open("product-caviar");
  choose("35-g");
  expect(fact("Codice")).toBe("CAV-CROC-35");
  expect(main()).toHaveTextContent("72,00 €");
  const weight = fact("Peso");
  choose("15-g");
  expect(fact("Codice")).toBe("CAV-CROC-15");
  expect(main()).toHaveTextContent("34,00 €");
  expect(weight).toMatch(/kg/);
  expect(fact("Peso")).not.toBe(weight);
  fireEvent.click(screen.getByRole("button", { name: "Azzera la selezione" }));
  expect(screen.getByLabelText("Formato")).toHaveValue("");
  expect(fact("Codice")).toBe("CAV-CROC");
});

test("where the page does not contain the variations, the chosen one is fetched and can be bought", async () => {
  const calls = shop();
  const [large] = shopPage<"product">("product-caviar").page.variations.filter(
    ({ sku }) => sku === "CAV-CROC-35",
  );
  await open("product-caviar", { variations: [large], variations_on_demand: true });
  // A script of the page may add data to the form.
  document.querySelector("form.variations_form")?.setAttribute("data-custom_data", "vetrina");
  choose("15-g");
  await waitFor(() => expect(fact("Codice")).toBe("CAV-CROC-15"));
  expect(main()).toHaveTextContent("34,00");
  const variationCalls = calls.filter(({ path }) => path.includes("get_variation"));
  expect(variationCalls.map(({ form }) => form.toString())).toEqual([
    "product_id=6&attribute_pa_formato=15-g&custom_data=vetrina",
  ]);
  fireEvent.click(addButton());
  await waitFor(() => expect(drawer()).toHaveTextContent("15 g"));
  const added = calls.filter(({ path }) => path.endsWith("/add-item"));
  expect(added.map(({ body }) => body)).toEqual([
    { id: 7, quantity: 1, variation: [{ attribute: "attribute_pa_formato", value: "15-g" }] },
  ]);
});

test("without a choice the form shows an error, and an invalid quantity names its product", async () => {
  const calls = shop();
  await open("product-group");
  const alertText = () =>
    within(main())
      .getAllByRole("alert")
      .map(({ textContent }) => textContent)
      .join();
  fireEvent.click(addButton());
  expect(alertText()).toMatch(/\S/);
  const first = within(main()).getAllByRole("textbox", { name: /^Quantità/ })[0] as HTMLElement;
  const name = (first.getAttribute("aria-label") ?? "").replace(/^Quantità di /, "");
  fireEvent.change(first, { target: { value: "tante" } });
  fireEvent.click(addButton());
  expect(alertText()).toContain(name);
  expect(drawer()).toBeNull();
  expect(calls.filter(({ path }) => path.endsWith("/add-item"))).toEqual([]);
});
