// The account that is made along with an order: how its password is judged.
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { openPage, shopPage } from "../../../tests/page.tsx";
import { serve } from "../../../tests/server.ts";
import { provideStrength } from "../../core/strength.ts";

beforeAll(() =>
  provideStrength(() => Promise.resolve(require("../../../pkg/password-nodejs/shop_password.js"))),
);

const orderButton = () => screen.getByRole("button", { name: /Ordine con obbligo di pagare/ });
const level = () => document.querySelector("[data-level]")?.getAttribute("data-level");

/** Opens the checkout of a shop whose orders wait for a strong password, or not, and types one for a new account. */
async function type(password: string, title: string, stop_checkout: boolean) {
  const { shell, head, page } = shopPage<"checkout">("checkout", { express: null, gateway: null });
  serve(({ path }) => ({ body: path.includes("/wc/store/v1/cart") ? page.cart : null }));
  const shown = await openPage({ shell, head, page: { ...page, rules: { ...page.rules, stop_checkout } } });
  document.title = title;
  // What was chosen before is kept in the browser.
  const wanted = screen.getByRole<HTMLInputElement>("checkbox", { name: "Crea un account" });
  if (!wanted.checked) fireEvent.click(wanted);
  const field = screen.getByLabelText(/^Password del nuovo account/);
  fireEvent.focus(field);
  fireEvent.input(field, { target: { value: password } });
  await waitFor(() => expect(level()).toMatch(/./));
  return shown;
}

test("words of the page's title make a password weaker than it is elsewhere", async () => {
  const other = await type("zafferanopistacchio", "Cassa", false);
  await waitFor(() => expect(level()).not.toBe("unknown"));
  const elsewhere = level();
  other.unmount();
  await type("zafferanopistacchio", "Zafferanopistacchio", false);
  await waitFor(() => expect(level()).not.toBe("unknown"));
  expect([elsewhere, level()]).toEqual(["4", "0"]);
});

test("a weak password stops the order only where the shop wants it", async () => {
  const free = await type("olio", "Cassa", false);
  expect(orderButton()).toBeEnabled();
  free.unmount();
  await type("olio", "Cassa", true);
  await waitFor(() => expect(orderButton()).toBeDisabled());
  fireEvent.click(screen.getByRole("checkbox", { name: "Crea un account" }));
  await waitFor(() => expect(orderButton()).toBeEnabled());
});
