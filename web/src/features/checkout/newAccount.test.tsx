// The account that is created with an order: how its password is rated.
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { openPage, shopPage } from "../../../tests/page.tsx";
import { serve } from "../../../tests/server.ts";
import { provideStrength } from "../../core/strength.ts";

beforeAll(() =>
  provideStrength(() => Promise.resolve(require("../../../pkg/password-nodejs/shop_password.js"))),
);

const orderButton = () => screen.getByRole("button", { name: /Ordine con obbligo di pagare/ });
const level = () => document.querySelector("[data-level]")?.getAttribute("data-level");

/** Opens the checkout, with or without the requirement of a strong password, and types one for a new account. */
async function type(password: string, title: string, stop_checkout: boolean) {
  const { shell, head, page } = shopPage<"checkout">("checkout", { express: null, gateway: null });
  serve(({ path }) => ({ body: path.includes("/wc/store/v1/cart") ? page.cart : null }));
  const opened = await openPage({ shell, head, page: { ...page, rules: { ...page.rules, stop_checkout } } });
  document.title = title;
  // An earlier choice is stored in the browser.
  const wanted = screen.getByRole<HTMLInputElement>("checkbox", { name: "Crea un account" });
  if (!wanted.checked) fireEvent.click(wanted);
  const field = screen.getByLabelText(/^Password del nuovo account/);
  fireEvent.focus(field);
  fireEvent.input(field, { target: { value: password } });
  await waitFor(() => expect(level()).toMatch(/./));
  return opened;
}

test("words of the page's title make a password weaker", async () => {
  const other = await type("zafferanopistacchio", "Cassa", false);
  await waitFor(() => expect(level()).not.toBe("unknown"));
  const elsewhere = level();
  other.unmount();
  await type("zafferanopistacchio", "Zafferanopistacchio", false);
  await waitFor(() => expect(level()).not.toBe("unknown"));
  expect([elsewhere, level()]).toEqual(["4", "0"]);
});

test("a weak password blocks the order only where the shop requires a strong one", async () => {
  const free = await type("olio", "Cassa", false);
  expect(orderButton()).toBeEnabled();
  free.unmount();
  await type("olio", "Cassa", true);
  await waitFor(() => expect(orderButton()).toBeDisabled());
  fireEvent.click(screen.getByRole("checkbox", { name: "Crea un account" }));
  await waitFor(() => expect(orderButton()).toBeEnabled());
});
