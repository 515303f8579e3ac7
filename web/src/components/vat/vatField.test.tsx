// biome-ignore-all lint/suspicious/noDocumentCookie: the test manages the cookies of its page
// The VAT number field at checkout: its four states, its cookies, and when the totals are refreshed.
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { openPage, shopPage } from "../../../tests/page.tsx";
import { type Call, serve } from "../../../tests/server.ts";
import type { VatFieldView } from "../../core/types.ts";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
  for (const name of ["status", "number"])
    document.cookie = `b2bking_validated_vat_${name}=; path=/; max-age=0`;
});

const NUMBER = "DE129273398";
const VIEW: VatFieldView = {
  rules: {
    countries: ["DE", "FR"],
    number_of_countries: 26,
    optional: false,
    delivery_country_matters: false,
    for_invoice: false,
  },
  field: { country: "DE", value: "", status: "unvalidated" },
  known: "",
  notice: "",
  token: "t",
};

const isCheck = ({ path, form }: Call) =>
  path.endsWith("admin-ajax.php") && form.get("action") === "b2bkingvalidatevat";
const isSums = ({ path }: Call) => path.includes("/cart/update-customer");
const box = () => screen.getByLabelText<HTMLInputElement>(/^Partita IVA \(con la sigla/);
const press = (name: RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const type = (value: string) => fireEvent.change(box(), { target: { value } });
const passed = async (ms: number) => act(async () => jest.advanceTimersByTimeAsync(ms));

/** Opens the checkout of a buyer in Germany; `result` is the register's response. */
async function open(result: string | Promise<string>, change: Partial<VatFieldView> = {}) {
  const { shell, head, page } = shopPage<"checkout">("checkout", { express: null, gateway: null });
  const billing = { ...page.form.billing, country: "DE", state: "" };
  const rules = { ...page.rules, sold_to: ["IT", "DE", "FR"], shipped_to: ["IT", "DE", "FR"] };
  const vat = { ...VIEW, ...change };
  const all = { ...page, rules, form: { ...page.form, billing }, vat };
  const calls = serve(async (call) => {
    if (call.path.endsWith("admin-ajax.php")) return { body: null, html: await result };
    if (call.path.includes("/wc/store/v1/cart")) return { headers: { Nonce: "a-nonce" }, body: all.cart };
    return { body: call.path === "/api/cart/offers" ? all.offers : null };
  });
  await openPage({ shell, head, page: all });
  await passed(300);
  calls.length = 0;
  return calls;
}

test("a valid number is locked and labelled as verified, cookies are set, and the totals are refreshed", async () => {
  let answer = (_result: string) => {};
  const calls = await open(
    new Promise<string>((done) => {
      answer = done;
    }),
  );
  type(NUMBER);
  press(/^Verifica la partita IVA$/);
  expect(screen.getByRole("button", { name: "Verifica in corso..." })).toBeDisabled();
  answer("valid");
  await passed(1);
  expect(screen.getByRole("button", { name: "Partita IVA verificata" })).toBeDisabled();
  expect(box()).toHaveAttribute("readonly");
  expect(document.cookie).toContain("b2bking_validated_vat_status=validated_vat");
  expect(document.cookie).toContain(`b2bking_validated_vat_number=${NUMBER}`);
  const [check] = calls.filter(isCheck);
  expect(Object.fromEntries(check?.form ?? [])).toEqual({
    action: "b2bkingvalidatevat",
    security: "t",
    vat: NUMBER,
    country: "DE",
  });
  expect(calls.filter(isSums)).toHaveLength(1);
});

test("a number that is not in the register can be tried again, and its cookie is erased", async () => {
  document.cookie = "b2bking_validated_vat_status=validated_vat; path=/";
  const calls = await open("invalid");
  type(NUMBER);
  press(/^Verifica la partita IVA$/);
  await passed(1);
  expect(document.cookie).not.toContain("validated_vat_status");
  expect(box()).toHaveAttribute("aria-invalid", "true");
  expect(screen.getByText(/non conosce «DE129273398»/)).toBeInTheDocument();
  press(/^Partita IVA non valida. Fai clic per riprovare$/);
  await passed(1);
  expect(calls.filter(isCheck)).toHaveLength(2);
  expect(calls.filter(isSums)).toHaveLength(0);
});

test("a malformed number is reported at once without asking the register", async () => {
  const calls = await open("valid");
  type("DE129273399");
  press(/^Verifica la partita IVA$/);
  await passed(1);
  expect(screen.getByRole("button", { name: /Fai clic per riprovare/ })).toBeEnabled();
  expect(screen.getByText(/«DE129273399» non è una partita IVA valida/)).toBeInTheDocument();
  expect(calls.filter(isCheck)).toHaveLength(0);
});

test("an unavailable register is reported, and the number can be tried again", async () => {
  await open("unanswered");
  type(NUMBER);
  press(/^Verifica la partita IVA$/);
  await passed(1);
  expect(screen.getByText(/il registro europeo delle partite IVA non risponde/)).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Verifica la partita IVA" })).toBeEnabled();
  expect(box()).not.toHaveAttribute("readonly");
});

test("a new billing country empties the field, erases the cookie and refreshes the totals after 750 ms", async () => {
  const field = { country: "DE", value: NUMBER, status: "valid" as const };
  const calls = await open("valid", { field, known: NUMBER });
  expect(document.cookie).toContain("validated_vat_status=validated_vat");
  expect(box()).toHaveAttribute("readonly");
  fireEvent.change(screen.getByLabelText("Paese/Regione"), { target: { value: "FR" } });
  await passed(0);
  expect(box()).toHaveValue("");
  expect(box()).not.toHaveAttribute("readonly");
  expect(document.cookie).not.toContain("validated_vat_status");
  await passed(740);
  expect(calls.filter(isSums)).toHaveLength(0);
  await passed(20);
  expect(calls.filter(isSums)).toHaveLength(1);
});

test("the cookies of a validated number are session cookies", async () => {
  const written = jest.spyOn(document, "cookie", "set");
  await open("valid");
  type(NUMBER);
  press(/^Verifica la partita IVA$/);
  await passed(1);
  const cookies = written.mock.calls
    .map(([text]) => text)
    .filter((text) => text.startsWith("b2bking_validated_vat_"));
  expect(cookies).toEqual([
    "b2bking_validated_vat_status=validated_vat; path=/; SameSite=Lax",
    `b2bking_validated_vat_number=${NUMBER}; path=/; SameSite=Lax`,
  ]);
  written.mockRestore();
});

test("a new delivery country is reported if it matters, and the totals are refreshed 250 ms after any response", async () => {
  const isCountryReport = ({ form }: Call) => form.get("action") === "b2bkingcheckdeliverycountryvat";
  for (const delivery_country_matters of [true, false]) {
    const calls = await open("whatever", { rules: { ...VIEW.rules, delivery_country_matters } });
    fireEvent.click(screen.getByRole("checkbox", { name: "Spedire a un indirizzo diverso?" }));
    await passed(2_000);
    calls.length = 0;
    const country = document.getElementById("shipping_country") as HTMLElement;
    fireEvent.change(country, { target: { value: "FR" } });
    await passed(0);
    expect(calls.filter(isCountryReport).map(({ form }) => Object.fromEntries(form))).toEqual(
      delivery_country_matters
        ? [{ action: "b2bkingcheckdeliverycountryvat", security: "t", deliverycountry: "FR" }]
        : [],
    );
    await passed(249);
    expect(calls.filter(isSums)).toHaveLength(0);
    await passed(2);
    expect(calls.filter(isSums)).toHaveLength(delivery_country_matters ? 1 : 0);
    cleanup();
    // The browser stores the form's input.
    sessionStorage.clear();
  }
});

test("cookies alone validate nothing", async () => {
  document.cookie = "b2bking_validated_vat_status=validated_vat; path=/";
  document.cookie = `b2bking_validated_vat_number=${NUMBER}; path=/`;
  await open("valid");
  expect(box()).toHaveValue(NUMBER);
  expect(box()).not.toHaveAttribute("readonly");
  expect(document.cookie).not.toContain("validated_vat_status");
});

test("an order without the required number is rejected with an error at the field", async () => {
  const calls = await open("valid");
  press(/Ordine con obbligo di pagare/);
  await passed(1);
  expect(box()).toHaveAttribute("aria-invalid", "true");
  expect(calls.filter(({ path }) => path.endsWith("/v1/checkout"))).toHaveLength(0);
});
