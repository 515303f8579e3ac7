// biome-ignore-all lint/suspicious/noDocumentCookie: a test looks after the cookies of its page
// The VAT number field at checkout: its four states, its cookies, and when the sums are asked for anew.
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
  told: "",
  token: "t",
};

const isCheck = ({ path, form }: Call) =>
  path.endsWith("admin-ajax.php") && form.get("action") === "b2bkingvalidatevat";
const isSums = ({ path }: Call) => path.includes("/cart/update-customer");
const box = () => screen.getByLabelText<HTMLInputElement>(/^Partita IVA \(con la sigla/);
const press = (name: RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const type = (value: string) => fireEvent.change(box(), { target: { value } });
const passed = async (ms: number) => act(async () => jest.advanceTimersByTimeAsync(ms));

/** Opens the checkout of a buyer in Germany; `said`: what the register answers. */
async function open(said: string | Promise<string>, change: Partial<VatFieldView> = {}) {
  const { shell, head, page } = shopPage<"checkout">("checkout", { express: null, gateway: null });
  const billing = { ...page.form.billing, country: "DE", state: "" };
  const rules = { ...page.rules, sold_to: ["IT", "DE", "FR"], shipped_to: ["IT", "DE", "FR"] };
  const vat = { ...VIEW, ...change };
  const all = { ...page, rules, form: { ...page.form, billing }, vat };
  const calls = serve(async (call) => {
    if (call.path.endsWith("admin-ajax.php")) return { body: null, html: await said };
    if (call.path.includes("/wc/store/v1/cart")) return { headers: { Nonce: "a-nonce" }, body: all.cart };
    return { body: call.path === "/api/cart/offers" ? all.offers : null };
  });
  await openPage({ shell, head, page: all });
  await passed(300);
  calls.length = 0;
  return calls;
}

test("a valid number is locked, the button says so, cookies are kept, and the sums are asked for anew", async () => {
  let answer = (_said: string) => {};
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

test("a number that the register does not have can be tried again, and its cookie goes", async () => {
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

test("what cannot be a number of the country is told at once and nobody is asked", async () => {
  const calls = await open("valid");
  type("DE129273399");
  press(/^Verifica la partita IVA$/);
  await passed(1);
  expect(screen.getByRole("button", { name: /Fai clic per riprovare/ })).toBeEnabled();
  expect(screen.getByText(/«DE129273399» non è una partita IVA valida/)).toBeInTheDocument();
  expect(calls.filter(isCheck)).toHaveLength(0);
});

test("a register that is silent is told, and the number can be tried again", async () => {
  await open("unanswered");
  type(NUMBER);
  press(/^Verifica la partita IVA$/);
  await passed(1);
  expect(screen.getByText(/il registro europeo delle partite IVA non risponde/)).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Verifica la partita IVA" })).toBeEnabled();
  expect(box()).not.toHaveAttribute("readonly");
});

test("another billing country empties the field, erases the cookie and asks for sums after 750 ms", async () => {
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

test("cookies of a validated number end with the browser: they have no date", async () => {
  const written = jest.spyOn(document, "cookie", "set");
  await open("valid");
  type(NUMBER);
  press(/^Verifica la partita IVA$/);
  await passed(1);
  const told = written.mock.calls
    .map(([text]) => text)
    .filter((text) => text.startsWith("b2bking_validated_vat_"));
  expect(told).toEqual([
    "b2bking_validated_vat_status=validated_vat; path=/; SameSite=Lax",
    `b2bking_validated_vat_number=${NUMBER}; path=/; SameSite=Lax`,
  ]);
  written.mockRestore();
});

test("another delivery country is told where it matters, and whatever is answered the sums are asked for 250 ms later", async () => {
  const isTold = ({ form }: Call) => form.get("action") === "b2bkingcheckdeliverycountryvat";
  for (const delivery_country_matters of [true, false]) {
    const calls = await open("whatever", { rules: { ...VIEW.rules, delivery_country_matters } });
    fireEvent.click(screen.getByRole("checkbox", { name: "Spedire a un indirizzo diverso?" }));
    await passed(2_000);
    calls.length = 0;
    const country = document.getElementById("shipping_country") as HTMLElement;
    fireEvent.change(country, { target: { value: "FR" } });
    await passed(0);
    expect(calls.filter(isTold).map(({ form }) => Object.fromEntries(form))).toEqual(
      delivery_country_matters
        ? [{ action: "b2bkingcheckdeliverycountryvat", security: "t", deliverycountry: "FR" }]
        : [],
    );
    await passed(249);
    expect(calls.filter(isSums)).toHaveLength(0);
    await passed(2);
    expect(calls.filter(isSums)).toHaveLength(delivery_country_matters ? 1 : 0);
    cleanup();
    // What was typed is kept in the browser.
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

test("an order without the number that is asked for is refused at the field", async () => {
  const calls = await open("valid");
  press(/Ordine con obbligo di pagare/);
  await passed(1);
  expect(box()).toHaveAttribute("aria-invalid", "true");
  expect(calls.filter(({ path }) => path.endsWith("/v1/checkout"))).toHaveLength(0);
});
