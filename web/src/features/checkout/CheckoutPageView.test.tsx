import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { pageData, pageOf, show } from "../../../tests/fixture.tsx";
import { type Call, serve } from "../../../tests/server.ts";
import { adoptPage } from "../../context/cart/cartStore.ts";
import { CheckoutPageView } from "./CheckoutPageView.tsx";

const page = () => pageOf("checkout", "checkout");
const field = (name: string) => screen.getByRole("textbox", { name });
const orderButton = () => screen.getByRole("button", { name: /^Ordine con obbligo di pagare/ });

function open(change: Partial<ReturnType<typeof page>> = {}) {
  adoptPage(pageData("checkout"));
  return show(<CheckoutPageView page={{ ...page(), ...change }} />, "checkout");
}

function filled() {
  const form = page().form;
  return {
    ...form,
    terms: true,
    billing: {
      ...form.billing,
      first_name: "Lucia",
      last_name: "Bianchi",
      address_1: "Via Garibaldi 12",
      postcode: "43121",
      city: "Parma",
      state: "PR",
      phone: "0521 000000",
      email: "lucia@example.com",
    },
  };
}

/** A fake shop that answers only cart requests. */
const quiet = ({ path }: Call) => ({ body: path.includes("/wc/store/v1/cart") ? page().cart : null });

// Totals are requested a moment after typing, which may fall into the next test.
beforeEach(() => {
  serve(quiet);
});

test("a required field that is left empty is an error", async () => {
  open();
  await userEvent.click(field("CAP"));
  await userEvent.tab();
  expect(field("CAP")).toHaveAttribute("aria-invalid", "true");
});

test("an invalid value shows its error when the field loses the focus, until it is corrected", async () => {
  open();
  await userEvent.type(field("CAP"), "4312");
  expect(field("CAP")).not.toHaveAttribute("aria-invalid");
  await userEvent.tab();
  expect(field("CAP")).toHaveAttribute("aria-invalid", "true");
  expect(field("CAP")).toHaveAccessibleDescription(/43|CAP/);
  await userEvent.type(field("CAP"), "1");
  expect(field("CAP")).not.toHaveAttribute("aria-invalid");
});

test("sending an empty form moves the focus to a summary that links to the fields", async () => {
  const calls = serve(quiet);
  open();
  await userEvent.click(orderButton());
  const summary = screen.getByRole("alert", { name: /dati da controllare/ });
  expect(summary).toHaveFocus();
  await userEvent.click(within(summary).getAllByRole("link")[0] as HTMLElement);
  expect(document.activeElement).toHaveAttribute("aria-invalid", "true");
  expect(calls.filter((call) => call.path.endsWith("/checkout"))).toHaveLength(0);
});

test("a country without provinces has no province field", async () => {
  open();
  expect(screen.getByRole("combobox", { name: "Provincia" })).toBeVisible();
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Paese/Regione" }), "FR");
  expect(screen.queryByRole("combobox", { name: "Provincia" })).toBeNull();
});

test("an error of the server is shown at its field, and the typed values are preserved", async () => {
  serve((call) =>
    call.path.endsWith("/checkout")
      ? {
          status: 400,
          body: {
            code: "rest_invalid_param",
            message: "Parametri non validi",
            data: {
              status: 400,
              details: { billing_address: { code: "invalid_phone", message: "Telefono rifiutato" } },
            },
          },
        }
      : quiet(call),
  );
  open({ form: filled() });
  await userEvent.click(orderButton());
  expect(await screen.findByRole("alert", { name: /dato da controllare/ })).toHaveTextContent(
    "Telefono rifiutato",
  );
  expect(field("Telefono")).toHaveValue("0521 000000");
  expect(field("Telefono")).toHaveAttribute("aria-invalid", "true");
});

test("while the order is sent it cannot be sent again", async () => {
  const calls = serve((call) => (call.path.endsWith("/checkout") ? new Promise(() => {}) : quiet(call)));
  open({ form: filled() });
  await userEvent.click(orderButton());
  await userEvent.click(screen.getByRole("button", { name: /Stiamo inviando/ }));
  expect(calls.filter((call) => call.path.endsWith("/checkout"))).toHaveLength(1);
});

test("errors of a form sent without scripts are shown when the page opens", () => {
  show(<CheckoutPageView page={pageOf("checkout-errors", "checkout")} />, "checkout-errors");
  expect(screen.getByRole("alert", { name: /2 dati da controllare/ })).toBeVisible();
});
