// Pages as the browser gets them: their HTML first, then, after something was done to it, the scripts.
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { renderToString } from "react-dom/server.node";
import { answers, shopPage } from "../../tests/page.tsx";
import { type Call, serve } from "../../tests/server.ts";
import { adoptPage } from "../context/cart/cartStore.ts";
import type { PageData } from "../core/types.ts";
import { App } from "./App.tsx";
import { noteEarlyChoices } from "./earlyChoices.ts";
import { loadPage } from "./pages.ts";
import { Router } from "./router/Router.tsx";
import { Takeover } from "./Takeover.tsx";

const cart = answers("cart").page.cart;
let calls: Call[] = [];
beforeEach(() => {
  const known = (path: string) => path.includes("/wc/store/v1/") || path.includes("add_to_cart");
  const price = { rows: [["Da pagare ora", "42,67 €"]], booking: null, errors: [] };
  const answer = (path: string) => (path.includes("bottega_purchase") ? price : null);
  calls = serve(({ path }) => ({ body: known(path) ? cart : answer(path), headers: { Nonce: "n" } }));
});
afterEach(() => {
  globalThis.matching = [];
  document.body.innerHTML = "";
});

/** Shows a page's HTML, lets `early` be done to it, then lets the scripts take it over. */
async function takeOver(data: PageData, early: () => void): Promise<void> {
  await loadPage(data);
  window.history.replaceState(null, "", data.shell.path);
  const container = document.createElement("div");
  document.body.append(container);
  container.innerHTML = renderToString(<App data={data} loading={false} />);
  early();
  const noted = noteEarlyChoices(container);
  adoptPage(data);
  await act(async () => {
    render(
      <Takeover early={noted}>
        <Router initial={data}>{(shown, loading) => <App data={shown} loading={loading} />}</Router>
      </Takeover>,
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

test("the pack that was chosen before scripts answered is the one that goes into the cart", async () => {
  await takeOver(shopPage("product-caviar", { express: null }), () => {
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

test("a plan that was chosen before scripts answered is priced and sent", async () => {
  await takeOver(shopPage("product-hamper", { express: null }), () => tick(/^Tre rate/, "radio"));
  expect(screen.getByRole("radio", { name: /^Tre rate/ })).toBeChecked();
  expect(await screen.findByText("42,67 €")).toBeInTheDocument();
  const asked = calls.find(({ path }) => path.includes("bottega_purchase"));
  expect(asked?.form.get("wc_deposit_payment_plan")).toBe("tre-rate");
  fireEvent.click(screen.getAllByRole("button", { name: /^Aggiungi al carrello/ })[0] as HTMLElement);
  await waitFor(() => expect(calls.some(({ path }) => path.endsWith("/cart/add-item"))).toBe(true));
  expect(calls.find(({ path }) => path.endsWith("/cart/add-item"))?.body).toMatchObject({
    wc_deposit_payment_plan: "tre-rate",
  });
});

test("a quantity of the cart that was typed and left before scripts answered is saved", async () => {
  const data = shopPage<"cart">("cart", { express: null });
  const line = data.page.cart.items[0];
  await takeOver(data, () => write(`Quantità di «${line?.name}»`, "2"));
  expect(control(`Quantità di «${line?.name}»`)).toHaveValue("2");
  await waitFor(() =>
    expect(calls.find(({ path }) => path.endsWith("/cart/update-item"))?.body).toEqual({
      key: line?.key,
      quantity: 2,
    }),
  );
});

test("boxes, texts and lists of the checkout stay as they were left", async () => {
  const data = shopPage<"checkout">("checkout", { express: null, gateway: null });
  await takeOver(data, () => {
    tick(/indirizzo diverso/);
    tick(/Ho letto e accetto/);
    write("CAP", "43121");
    write(/^Note /, "Citofono 3");
    choose("Provincia", "PR");
    // A field that is shown to who wants the goods elsewhere: it goes and comes back with the box.
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

test("the way of payment that was chosen before scripts answered is the chosen one", async () => {
  const data = shopPage<"checkout">("checkout", { express: null, gateway: null });
  const last = data.page.payment_methods.at(-1)?.title ?? "";
  await takeOver(data, () => tick(last, "radio"));
  expect(screen.getByRole("radio", { name: last })).toBeChecked();
});

test("a list that is searched by typing shows the choice", async () => {
  globalThis.matching = ["(pointer: fine)"];
  await takeOver(shopPage<"checkout">("checkout", { express: null, gateway: null }), () =>
    choose("Provincia", "PR"),
  );
  expect(screen.getAllByRole("combobox", { name: /Provincia/ })[0]).toHaveValue("Parma");
});

test("the stars that were chosen before scripts answered are sent with the review", async () => {
  await takeOver(shopPage("product-caviar", { express: null }), () => tick(/^4 stelle/, "radio"));
  expect(document.querySelector("input[type=hidden][name=rating]")).toHaveValue("4");
});

test("who searches before scripts answer keeps the words and is shown suggestions", async () => {
  await takeOver(shopPage("product-caviar", { express: null }), () => {
    write(/^Cerca/, "cavi");
    control(/^Cerca/)?.focus();
  });
  expect(control(/^Cerca/)).toHaveValue("cavi");
  expect(control(/^Cerca/)).toHaveFocus();
  await waitFor(() => expect(control(/^Cerca/)).toHaveAttribute("role", "combobox"));
});

test("what nobody touched is left alone", async () => {
  const data = shopPage<"checkout">("checkout", { express: null, gateway: null });
  await takeOver(data, () => {});
  expect(control("CAP")).toHaveValue(data.page.form.billing.postcode);
  expect(screen.getByRole("checkbox", { name: /Ho letto e accetto/ })).not.toBeChecked();
});
