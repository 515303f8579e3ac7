// The rows of a bulk order from the buyer's view, and what is sent for empty ones.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { show } from "../../../../../tests/fixture.tsx";
import { type Call, serve } from "../../../../../tests/server.ts";
import { onGo } from "../../../../context/go.ts";
import { core } from "../../../../core/core.ts";
import type { AccountPage, AccountSection, BulkLine, BulkOrder as Form } from "../../../../core/types.ts";
import { BulkOrder } from "./BulkOrder.tsx";
import { PurchaseList } from "./PurchaseList.tsx";

type Section<Name extends AccountSection["name"]> = Extract<AccountSection, { name: Name }>;

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const FOUND = { product_id: 7, label: "Miele di acacia 500 g", price_millionths: 8_905_000 };
const search = { number: 0, line: null, pending: "", found: [], message: null };
const EMPTY: BulkLine = { text: "", product: null, quantity: "", subtotal: 0, notice: null };
const page = { trade_token: "t", nonce: "n", errors: [], notices: [] } as unknown as AccountPage;
const rows = (change: object = {}) => ({
  form: { lines: [EMPTY, EMPTY], search, total: 0, product_string: "", left_out: [] } as unknown as Form,
  pasted: "",
  report: null,
  search_by: ["productname", "sku", "category"],
  server_subtotals: false,
  may_order: true,
  may_save: true,
  ...change,
});

const product = (row: number) => screen.getByRole("combobox", { name: `Prodotto, riga ${row}` });
const quantity = (row: number) => screen.getByRole("spinbutton", { name: `Quantità, riga ${row}` });
const subtotal = (row: number) => screen.getByRole("status", { name: `Totale, riga ${row}` });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const isSearch = ({ form }: Call) => form.get("action") === "b2bking_ajax_search";
const passed = (ms: number) => act(async () => jest.advanceTimersByTimeAsync(ms));

function open(change: object = {}, sum = "", find: Parameters<typeof serve>[0] = () => ({ body: [FOUND] })) {
  const calls = serve((call, before) =>
    call.form.get("action") === "b2bking_accountingsubtotals"
      ? { body: null, html: sum }
      : find(call, before),
  );
  const section = { name: "bulk_order", title: "", rows: rows(change) } as unknown as Section<"bulk_order">;
  show(<BulkOrder page={page} section={section} />);
  return calls;
}

/** Searches the product of a row and chooses it. */
async function choose(row: number): Promise<void> {
  fireEvent.change(product(row), { target: { value: "miele" } });
  await passed(1_000);
  fireEvent.click(document.querySelector("[role=option]") as HTMLElement);
}

/** The calls of an action, by their fields. */
const callsOf = (calls: Call[], action: string) =>
  calls.filter(({ form }) => form.get("action") === action).map(({ form }) => Object.fromEntries(form));

test("a row shows its subtotal, rounded to the cent, and the total adds them up", async () => {
  open();
  await choose(1);
  fireEvent.change(quantity(1), { target: { value: "3" } });
  expect(subtotal(1)).toHaveTextContent(/^26,72 €$/);
  expect(subtotal(2)).toHaveTextContent(/^0,00 €$/);
  await choose(2);
  fireEvent.change(quantity(2), { target: { value: "1" } });
  expect(subtotal(2)).toHaveTextContent(/^8,91 €$/);
  expect(screen.getByText(/^Totale/, { selector: "p" })).toHaveTextContent("35,63 €");
});

test("quantities begin at 0, and lines with none are not counted", async () => {
  const calls = open();
  expect(quantity(1)).toHaveAttribute("min", "0");
  await choose(1);
  fireEvent.change(quantity(1), { target: { value: "0" } });
  press("Aggiungi al carrello");
  await passed(10);
  expect(calls.filter((call) => !isSearch(call))).toEqual([]);
});

test("a chosen product is locked, in the accent colour and bold, with its button to empty it", async () => {
  open();
  await choose(1);
  expect(product(1)).toHaveValue(FOUND.label);
  expect(product(1)).toHaveAttribute("readonly");
  expect(product(1).closest("li")).toHaveAttribute("data-chosen");
  const rules = readFileSync(
    join(process.cwd(), "src/features/accounts/trade/bulk/BulkRows.module.css"),
    "utf8",
  );
  expect(rules).toMatch(
    /\.row\[data-chosen\] \.text \{[^}]*background: var\(--accent\);[^}]*font-weight: 700;/,
  );
  fireEvent.click(screen.getByRole("button", { name: `Svuota X: ${FOUND.label}` }));
  expect(product(1)).not.toHaveAttribute("readonly");
  expect(product(1).closest("li")).not.toHaveAttribute("data-chosen");
});

test("the button for a new line adds one and goes there", async () => {
  open();
  press("Nuova riga");
  await waitFor(() => expect(product(3)).toHaveFocus());
  press("Nuova riga");
  await waitFor(() => expect(product(4)).toHaveFocus());
});

test("searches use the criterion chosen in the list, by default the name", async () => {
  const calls = open();
  fireEvent.change(product(1), { target: { value: "miele" } });
  await passed(1_000);
  fireEvent.change(screen.getByLabelText("Cerca per"), { target: { value: "sku" } });
  fireEvent.change(product(1), { target: { value: "MIE-1" } });
  await passed(1_000);
  const sent = calls.filter(isSearch).map(({ form }) => [form.get("searchValue"), form.get("searchby")]);
  expect(sent).toContainEqual(["miele", "productname"]);
  expect(sent.at(-1)).toEqual(["MIE-1", "sku"]);
});

test("only the latest search's answer is shown", async () => {
  let answerFirst = () => {};
  const calls = open({}, "", ({ form }) =>
    form.get("searchValue") === "olio"
      ? new Promise((done) => {
          answerFirst = () => done({ body: [{ ...FOUND, label: "Olio" }] });
        })
      : { body: [FOUND] },
  );
  fireEvent.change(product(1), { target: { value: "olio" } });
  await passed(1_000);
  expect(calls.filter(isSearch)).toHaveLength(1);
  fireEvent.change(product(1), { target: { value: "miele" } });
  await passed(1_000);
  const found = () => [...document.querySelectorAll("[role=option]")].map((option) => option.textContent);
  expect(found()).toEqual([expect.stringContaining(FOUND.label)]);
  answerFirst();
  await passed(1_000);
  expect(found()).toEqual([expect.stringContaining(FOUND.label)]);
});

test("subtotals are formatted by the page, or with accountingsubtotals by the server", async () => {
  const calls = open({ server_subtotals: true }, "<b>EUR 8,91 netti</b>");
  await choose(1);
  fireEvent.change(quantity(1), { target: { value: "1" } });
  expect(subtotal(1)).toHaveTextContent("8,91 €");
  await passed(10);
  expect(subtotal(1)).toHaveTextContent(/^EUR 8,91 netti$/);
  const subtotalCalls = calls.filter(({ form }) => form.get("action") === "b2bking_accountingsubtotals");
  expect(subtotalCalls.map(({ form }) => form.get("pricesent"))).toContain(core().sentSum(891));
  expect(subtotalCalls[0]?.form.get("security")).toBe("t");
});

test("an empty order is not added, and saving it shows that the list is empty", async () => {
  const calls = open();
  press("Aggiungi al carrello");
  press("Salva come lista");
  const dialog = within(screen.getByRole("dialog", { name: "Nome della lista" }));
  fireEvent.change(dialog.getByLabelText("Nome della lista"), { target: { value: "Settimana" } });
  fireEvent.click(dialog.getByRole("button", { name: "Salva la lista" }));
  expect(dialog.getByText("La lista è vuota")).toBeVisible();
  await passed(10);
  expect(calls).toEqual([]);
});

test("an order is added by its call, and a refusal shows the server's message", async () => {
  const calls = open({}, "", ({ form }) =>
    form.get("action") === "b2bking_ajax_search"
      ? { body: [FOUND] }
      : {
          status: 422,
          body: { code: "trade_list_empty", message: "Il Bar Rosa non può ordinare.", field: "" },
        },
  );
  await choose(1);
  fireEvent.change(quantity(1), { target: { value: "3" } });
  press("Aggiungi al carrello");
  await passed(10);
  expect(callsOf(calls, "b2bking_bulkorder_add_cart")).toEqual([
    { action: "b2bking_bulkorder_add_cart", security: "t", productstring: "7:3|" },
  ]);
  expect(screen.getByText("Il Bar Rosa non può ordinare.")).toBeVisible();
});

test("a list is saved by its call under the requested name, and the page confirms it", async () => {
  const calls = open({}, "", ({ form }) => ({
    body: form.get("action") === "b2bking_bulkorder_save_list" ? 12 : [FOUND],
  }));
  await choose(1);
  fireEvent.change(quantity(1), { target: { value: "3" } });
  press("Salva come lista");
  const dialog = within(screen.getByRole("dialog", { name: "Nome della lista" }));
  fireEvent.change(dialog.getByLabelText("Nome della lista"), { target: { value: "Settimana" } });
  fireEvent.click(dialog.getByRole("button", { name: "Salva la lista" }));
  await passed(10);
  expect(callsOf(calls, "b2bking_bulkorder_save_list")).toEqual([
    { action: "b2bking_bulkorder_save_list", security: "t", title: "Settimana", productstring: "7:3|" },
  ]);
  expect(screen.getByText(/^La lista è stata salvata/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Settimana" })).toHaveAttribute(
    "href",
    "/my-account/purchase-lists/12/",
  );
});

test("a search names the type of its response", async () => {
  const calls = open();
  await choose(1);
  expect(callsOf(calls, "b2bking_ajax_search")[0]).toMatchObject({ dataType: "json" });
});

describe("a purchase list", () => {
  const line: BulkLine = {
    ...EMPTY,
    text: FOUND.label,
    product: { ...FOUND, tiers: [], pack: { step: 1 } } as never,
    quantity: "2",
  };
  const filled = { lines: [line], search, total: 1781, product_string: "7:2|", left_out: [] };
  function list(change: object = {}, answer: Parameters<typeof serve>[0] = () => ({ body: 1 })) {
    const calls = serve(answer);
    const went: string[] = [];
    stops.push(onGo((url) => went.push(url.pathname) > 0));
    const section = { name: "purchase_list", id: 3, title: "Settimana", version: 4, standing_orders: 1 };
    const changedSection = { ...section, rows: rows({ form: filled }), ...change };
    show(<PurchaseList page={page} section={changedSection as unknown as Section<"purchase_list">} />);
    return { calls, went };
  }
  const stops: (() => void)[] = [];
  afterEach(() => {
    for (const stop of stops.splice(0)) stop();
  });

  test("that is empty is neither updated nor added", async () => {
    const { calls } = list({ rows: rows() });
    press("Aggiorna la lista");
    press("Aggiungi tutto al carrello");
    await passed(10);
    expect(calls).toEqual([]);
  });

  test("is updated by its call with its name and its displayed state, and refreshed", async () => {
    const { calls, went } = list();
    fireEvent.change(screen.getByLabelText("Nome della lista"), { target: { value: "Natale" } });
    press("Aggiorna la lista");
    await passed(10);
    const action = "b2bking_purchase_list_update";
    expect(callsOf(calls, action)).toEqual([
      { action, security: "t", listid: "3", version: "4", title: "Natale", productstring: "7:2|" },
    ]);
    expect(went).toEqual(["/my-account/purchase-lists/3/"]);
  });

  test("is added to the cart by the call of bulk orders", async () => {
    const { calls } = list({}, () => ({ status: 403, body: { message: "Non puoi ordinare." } }));
    press("Aggiungi tutto al carrello");
    await passed(10);
    expect(callsOf(calls, "b2bking_bulkorder_add_cart")[0]).toMatchObject({ productstring: "7:2|" });
    expect(screen.getByText("Non puoi ordinare.")).toBeVisible();
  });

  test("that is refused stays, with the error", async () => {
    const { went } = list({}, () => ({
      status: 422,
      body: { message: "«999» non corrisponde a nessun prodotto." },
    }));
    press("Aggiorna la lista");
    await passed(10);
    expect(screen.getByText("«999» non corrisponde a nessun prodotto.")).toBeVisible();
    expect(went).toEqual([]);
  });

  test("is deleted by its call, which names the standing orders on the page; then the table of lists opens", async () => {
    const { calls, went } = list();
    press("Sì, elimina");
    await passed(10);
    const action = "b2bking_purchase_list_delete";
    expect(callsOf(calls, action)).toEqual([{ action, security: "t", listid: "3", standing_orders: "1" }]);
    expect(went).toEqual(["/my-account/purchase-lists/"]);
  });

  test("with changed standing orders needs a new confirmation in the plain form", async () => {
    const sent = jest.spyOn(HTMLFormElement.prototype, "submit").mockImplementation(() => {});
    const { went } = list({}, () => ({ status: 409, body: { message: "Altri ordini" } }));
    press("Sì, elimina");
    await passed(10);
    expect(sent).toHaveBeenCalledTimes(1);
    expect(went).toEqual([]);
    sent.mockRestore();
  });
});
