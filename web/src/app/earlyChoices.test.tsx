// Pages as the browser receives them: their HTML first, then, after an interaction, the scripts.
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { renderToString } from "react-dom/server.node";
import { answers, shopPage } from "../../tests/page.tsx";
import { type Call, serve } from "../../tests/server.ts";
import { adoptPage } from "../context/cart/cartStore.ts";
import type { PageData } from "../core/types.ts";
import { App } from "./App.tsx";
import { recordEarlyChoices } from "./earlyChoices.ts";
import { Hydration } from "./Hydration.tsx";
import { loadPage } from "./pages.ts";
import { Router } from "./router/Router.tsx";

const cart = answers("cart").page.cart;
let calls: Call[] = [];
beforeEach(() => {
  const isKnown = (path: string) => path.includes("/wc/store/v1/") || path.includes("add_to_cart");
  const price = { rows: [["Da pagare ora", "42,67 €"]], booking: null, errors: [] };
  const answer = (path: string) => (path.includes("bottega_purchase") ? price : null);
  calls = serve(({ path }) => ({ body: isKnown(path) ? cart : answer(path), headers: { Nonce: "n" } }));
});
afterEach(() => {
  globalThis.matching = [];
  document.body.innerHTML = "";
});

/** Shows a page's HTML, runs the interaction `early`, then hydrates the page. */
async function hydrateAfter(data: PageData, early: () => void): Promise<void> {
  await loadPage(data);
  window.history.replaceState(null, "", data.shell.path);
  const container = document.createElement("div");
  document.body.append(container);
  container.innerHTML = renderToString(<App data={data} loading={false} />);
  early();
  const choices = recordEarlyChoices(container);
  adoptPage(data);
  await act(async () => {
    render(
      <Hydration early={choices}>
        <Router initial={data}>{(current, loading) => <App data={current} loading={loading} />}</Router>
      </Hydration>,
      { container, hydrate: true },
    );
  });
  await waitFor(() => expect(document.documentElement.dataset.hydrated).toBe(""));
  delete document.documentElement.dataset.hydrated;
}

const choose = (label: string | RegExp, value: string) => {
  const select = screen.getAllByLabelText<HTMLSelectElement>(label)[0] as HTMLSelectElement;
  select.value = value;
};
const write = (label: string | RegExp, value: string) => {
  (screen.getAllByLabelText(label)[0] as HTMLInputElement).value = value;
};
const tick = (name: string | RegExp, role = "checkbox") => {
  (screen.getAllByRole(role, { name, hidden: true })[0] as HTMLInputElement).click();
};
const control = (label: string | RegExp) => screen.getAllByLabelText(label)[0];

test("a variation that was chosen before hydration is added to the cart", async () => {
  await hydrateAfter(shopPage("product-caviar", { express: null }), () => {
    choose("Formato", "15-g");
    write(/^Quantità di/, "3");
  });
  expect(control("Formato")).toHaveValue("15-g");
  expect(control(/^Quantità di/)).toHaveValue("3");
  fireEvent.click(screen.getAllByRole("button", { name: /^Aggiungi al carrello/ })[0] as HTMLElement);
  await waitFor(() => expect(calls.some(({ path }) => path.endsWith("/cart/add-item"))).toBe(true));
  expect(calls.find(({ path }) => path.endsWith("/cart/add-item"))?.body).toMatchObject({
    quantity: 3,
    variation: [{ attribute: "attribute_pa_formato", value: "15-g" }],
  });
});

test("a plan that was chosen before hydration is priced and sent", async () => {
  await hydrateAfter(shopPage("product-hamper", { express: null }), () => tick(/^Tre rate/, "radio"));
  expect(screen.getByRole("radio", { name: /^Tre rate/ })).toBeChecked();
  expect(await screen.findByText("42,67 €")).toBeInTheDocument();
  const priceCall = calls.find(({ path }) => path.includes("bottega_purchase"));
  expect(priceCall?.form.get("wc_deposit_payment_plan")).toBe("tre-rate");
  fireEvent.click(screen.getAllByRole("button", { name: /^Aggiungi al carrello/ })[0] as HTMLElement);
  await waitFor(() => expect(calls.some(({ path }) => path.endsWith("/cart/add-item"))).toBe(true));
  expect(calls.find(({ path }) => path.endsWith("/cart/add-item"))?.body).toMatchObject({
    wc_deposit_payment_plan: "tre-rate",
  });
});

test("a quantity of the cart that was entered before hydration is saved", async () => {
  const data = shopPage<"cart">("cart", { express: null });
  const line = data.page.cart.items[0];
  await hydrateAfter(data, () => write(`Quantità di «${line?.name}»`, "2"));
  expect(control(`Quantità di «${line?.name}»`)).toHaveValue("2");
  await waitFor(() =>
    expect(calls.find(({ path }) => path.endsWith("/cart/update-item"))?.body).toEqual({
      key: line?.key,
      quantity: 2,
    }),
  );
});

test("checkboxes, texts and lists of the checkout preserve what was entered before hydration", async () => {
  const data = shopPage<"checkout">("checkout", { express: null, gateway: null });
  await hydrateAfter(data, () => {
    tick(/indirizzo diverso/);
    tick(/Ho letto e accetto/);
    write("CAP", "43121");
    write(/^Note /, "Citofono 3");
    choose("Provincia", "PR");
    // A field that is only shown for a different delivery address: it disappears and returns with the checkbox.
    const [, elsewhere] = screen.getAllByLabelText("Città") as HTMLInputElement[];
    if (elsewhere) elsewhere.value = "Parma";
  });
  expect(screen.getByRole("checkbox", { name: /indirizzo diverso/ })).toBeChecked();
  expect(screen.getByRole("checkbox", { name: /Ho letto e accetto/ })).toBeChecked();
  expect(control("CAP")).toHaveValue("43121");
  expect(control("Provincia")).toHaveValue("PR");
  expect(control(/^Note /)).toHaveValue("Citofono 3");
  expect(screen.getAllByLabelText("Città")[1]).toHaveValue("Parma");
});

test("a payment method that was chosen before hydration stays chosen", async () => {
  const data = shopPage<"checkout">("checkout", { express: null, gateway: null });
  const last = data.page.payment_methods.at(-1)?.title ?? "";
  await hydrateAfter(data, () => tick(last, "radio"));
  expect(screen.getByRole("radio", { name: last })).toBeChecked();
});

test("a searchable list shows a choice made before hydration", async () => {
  globalThis.matching = ["(pointer: fine)"];
  await hydrateAfter(shopPage<"checkout">("checkout", { express: null, gateway: null }), () =>
    choose("Provincia", "PR"),
  );
  expect(screen.getAllByRole("combobox", { name: /Provincia/ })[0]).toHaveValue("Parma");
});

test("stars that were chosen before hydration are sent with the review", async () => {
  await hydrateAfter(shopPage("product-caviar", { express: null }), () => tick(/^4 stelle/, "radio"));
  expect(document.querySelector("input[type=hidden][name=rating]")).toHaveValue("4");
});

test("search words typed before hydration are preserved and get suggestions", async () => {
  await hydrateAfter(shopPage("product-caviar", { express: null }), () => {
    write(/^Cerca/, "cavi");
    control(/^Cerca/)?.focus();
  });
  expect(control(/^Cerca/)).toHaveValue("cavi");
  expect(control(/^Cerca/)).toHaveFocus();
  await waitFor(() => expect(control(/^Cerca/)).toHaveAttribute("role", "combobox"));
});

test("untouched controls receive no events", async () => {
  const data = shopPage<"checkout">("checkout", { express: null, gateway: null });
  await hydrateAfter(data, () => {});
  expect(control("CAP")).toHaveValue(data.page.form.billing.postcode);
  expect(screen.getByRole("checkbox", { name: /Ho letto e accetto/ })).not.toBeChecked();
});
