import { act, fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { pageOf, show } from "../../../../tests/fixture.tsx";
import { serve } from "../../../../tests/server.ts";
import { PAGE_JSON } from "../../../api/pageRequest.ts";
import type { ProductPage } from "../../../core/types.ts";
import { deferred } from "../../../payments/deferred.ts";
import { ProductPageView } from "./ProductPageView.tsx";

const cart = () => pageOf("cart", "cart").cart;
const page = (): ProductPage => pageOf("product-variable", "product");
const unchosen = (): ProductPage => ({
  ...page(),
  attributes: page().attributes.map((attribute) => ({ ...attribute, selected: "" })),
});
const size = () => screen.getByRole("combobox", { name: "Formato" });
const add = () => screen.getByRole("button", { name: /^Aggiungi al carrello/ });

test("the default choice shows its own price and SKU", () => {
  show(<ProductPageView page={page()} />);
  expect(size()).toHaveValue("35-g");
  expect(screen.getByText("72,00 €", { selector: "span" })).toBeVisible();
  expect(screen.getByText("CAV-CROC-35")).toBeVisible();
});

test("choosing another size replaces price, unit price and SKU", async () => {
  show(<ProductPageView page={page()} />);
  await userEvent.selectOptions(size(), "15-g");
  expect(screen.getByText("34,00 €", { selector: "span" })).toBeVisible();
  expect(screen.getByText("2.266,67 €/kg", { selector: "p" })).toBeVisible();
  expect(screen.getByText("CAV-CROC-15")).toBeVisible();
});

test("adding before choosing shows what is missing and sends nothing", async () => {
  const calls = serve(() => ({ body: cart() }));
  show(<ProductPageView page={unchosen()} />);
  expect(add()).toHaveAttribute("aria-disabled", "true");
  await userEvent.click(add());
  expect(screen.getByRole("alert")).toHaveTextContent(
    "Seleziona le opzioni del prodotto prima di aggiungerlo",
  );
  expect(calls).toHaveLength(0);
});

test("a reset clears the choice and announces it", async () => {
  show(<ProductPageView page={page()} />);
  await userEvent.click(screen.getByRole("button", { name: "Azzera la selezione" }));
  expect(size()).toHaveValue("");
  expect(screen.getByText(/La tua selezione è stata azzerata/)).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Azzera la selezione" })).toBeNull();
});

test("a variation that is sold out cannot be added", async () => {
  const calls = serve(() => ({ body: cart() }));
  const soldOut = page();
  soldOut.variations = soldOut.variations.map((variation) => ({ ...variation, is_in_stock: false }));
  show(<ProductPageView page={soldOut} />);
  await userEvent.click(add());
  expect(screen.getByRole("alert")).toHaveTextContent("Questo prodotto non è disponibile");
  expect(calls).toHaveLength(0);
});

test("the chosen variation is sent with its values and whole pieces", async () => {
  const calls = serve(() => ({ body: cart(), headers: { Nonce: "n1" }, status: 201 }));
  show(<ProductPageView page={page()} />);
  const quantity = screen.getByRole("textbox", { name: /Quantità/ });
  await userEvent.clear(quantity);
  await userEvent.type(quantity, "2");
  await userEvent.click(add());
  expect(await screen.findByRole("link", { name: "Visualizza carrello" })).toBeVisible();
  const sent = calls.find((call) => call.path.endsWith("/cart/add-item"));
  expect(sent?.body).toEqual({
    id: page().variations[1]?.variation_id,
    quantity: 2,
    variation: [{ attribute: "attribute_pa_formato", value: "35-g" }],
  });
});

test("a choice before the check of the initial one replaces it, and is the only one requested", async () => {
  jest.useFakeTimers();
  const rendered = page();
  const found = rendered.variations.find((variation) => variation.sku === "CAV-CROC-15");
  const answer = deferred<{ headers: Record<string, string>; body: unknown }>();
  const calls = serve(() => answer.get());
  show(<ProductPageView page={{ ...rendered, variations: [], variations_on_demand: true }} />);
  fireEvent.change(size(), { target: { value: "15-g" } });
  act(() => jest.runOnlyPendingTimers());
  jest.useRealTimers();
  answer.set({ headers: { "Content-Type": PAGE_JSON }, body: found });
  expect(await screen.findByText("CAV-CROC-15")).toBeVisible();
  expect(calls).toHaveLength(1);
});
