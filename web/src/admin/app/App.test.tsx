import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type Call, serve } from "../../../tests/server.ts";
import * as sample from "../api/samples.ts";
import { App } from "./App.tsx";

type Answer = { status?: number; body: unknown };

const RESPONSES: Record<string, unknown> = {
  "/api/admin/me": sample.me,
  "/api/admin/dashboard": sample.dashboard,
  "/api/admin/orders": sample.orders,
  "/api/admin/orders/142": sample.order,
  "/api/admin/products": sample.products,
  "/api/admin/products/10": sample.product,
  "/api/admin/mail": sample.mailbox,
  "/api/admin/mail/7": sample.mail,
};

const problem = (code: string, message: string, errors: unknown[] = []) => ({ code, message, errors });
const loginRequired = { status: 401, body: problem("login_required", "Accedi per continuare.") };

/** Opens the back office at a path. GET requests return the samples unless `answer` overrides them. */
function open(path: string, answer: (call: Call) => Answer | undefined = () => undefined): Call[] {
  localStorage.clear();
  history.replaceState(null, "", `/admin${path}`);
  const calls = serve((call) => {
    const known = answer(call);
    if (known) return known;
    const body = RESPONSES[call.path.split("?")[0] ?? ""];
    return call.method === "GET" && body ? { body } : { status: 404, body: problem("not_found", "Non c'è.") };
  });
  render(<App />);
  return calls;
}

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const link = (name: string | RegExp) => screen.findByRole("link", { name });
const size = async (name: RegExp) => within(await screen.findByRole("group", { name }));

test("a user logs in after a failed attempt and sees the shop's figures", async () => {
  let logins = 0;
  const calls = open("/", (call) => {
    if (call.path === "/api/admin/me") return loginRequired;
    if (call.path !== "/api/admin/login") return undefined;
    logins += 1;
    if (logins > 1) return { body: sample.me };
    return { status: 401, body: problem("login_failed", "E-mail o password non corretti.") };
  });
  await userEvent.type(await screen.findByLabelText(/^E-mail/), "titolare");
  await userEvent.type(screen.getByLabelText("Password"), "sbagliata{Enter}");
  expect(await screen.findByText("E-mail o password non corretti.")).toBeVisible();
  expect(screen.getByLabelText(/^E-mail/)).toHaveValue("titolare");
  await userEvent.click(button("Accedi"));
  expect(await screen.findByRole("heading", { level: 1, name: "Panoramica" })).toBeVisible();
  const plot = await screen.findByRole("img", { name: "Ricavi al giorno" });
  expect(plot).toHaveAccessibleDescription(/300,00\u00a0€ in tutto.*20 nov 2026, con 250,00/);
  expect(screen.getByText("+50% rispetto ai 30 giorni precedenti")).toBeVisible();
  await userEvent.click(await link("Ordine 142"));
  expect(calls.at(-1)?.path).toBe("/api/admin/orders/142");
});

test("the tabs count the orders and lead to their status", async () => {
  const calls = open("/ordini");
  await userEvent.click(await link(/^In preparazione 1/));
  expect(calls.at(-1)?.path).toBe("/api/admin/orders?status=processing");
  expect(await link(/^In preparazione 1/)).toHaveAttribute("aria-current", "page");
  expect(await link(/^Tutti 4/)).toBeVisible();
});

test("a search is part of the URL", async () => {
  const calls = open("/ordini?status=on-hold&page=2");
  await userEvent.type(
    await screen.findByRole("searchbox", { name: "Numero, nome, e-mail o riferimento" }),
    "Conti{Enter}",
  );
  expect(calls.at(-1)?.path).toBe("/api/admin/orders?status=on-hold&search=Conti");
  expect(window.location.search).toBe("?status=on-hold&search=Conti");
});

test("a page with unsaved changes is left only after confirmation, and the next page's heading takes the focus", async () => {
  const confirm = jest.spyOn(window, "confirm").mockReturnValueOnce(false).mockReturnValueOnce(true);
  open("/prodotti/10");
  const price = (await size(/35 g/)).getByLabelText("Prezzo pieno (€)");
  await userEvent.type(price, "0");
  await userEvent.click(await link("Ordini"));
  expect(window.location.pathname).toBe("/admin/prodotti/10");
  expect(price).toHaveValue("72,000");
  await userEvent.click(await link("Ordini"));
  expect(await screen.findByRole("heading", { level: 1, name: "Ordini" })).toHaveFocus();
  expect(confirm).toHaveBeenCalledTimes(2);
  confirm.mockRestore();
});

test("an order moves to a next status after confirmation, with the session's nonce", async () => {
  const calls = open("/ordini/142", (call) =>
    call.method === "POST"
      ? { body: { ...sample.order, status: "processing", next: ["completed", "refunded"] } }
      : undefined,
  );
  await userEvent.click(await screen.findByRole("button", { name: "In preparazione" }));
  expect(calls.every((call) => call.method === "GET")).toBe(true);
  await userEvent.type(screen.getByLabelText(/^Nota per la cronologia/), "Bonifico arrivato");
  await userEvent.click(button("Passa a «In preparazione»"));
  expect(await screen.findByText("Ora lo stato è «In preparazione».")).toBeVisible();
  const sent = calls.find((call) => call.method === "POST");
  expect(sent?.path).toBe("/api/admin/orders/142/status");
  expect(sent?.body).toEqual({ status: "processing", note: "Bonifico arrivato" });
  expect(sent?.headers.get("X-Admin-Nonce")).toBe(sample.me.nonce);
  expect(button("Completato")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Annullato" })).toBeNull();
});

test("when the session expires, unsaved input survives and the focus moves to the login and back", async () => {
  let ended = true;
  const calls = open("/ordini/142", (call) => {
    if (call.path === "/api/admin/login") {
      ended = false;
      return { body: { ...sample.me, nonce: "a-new-nonce" } };
    }
    if (call.path.endsWith("/notes")) return ended ? loginRequired : { body: sample.order };
    return undefined;
  });
  await userEvent.type(await screen.findByLabelText("Aggiungi una nota"), "Cliente di fiducia");
  await userEvent.click(screen.getByRole("checkbox", { name: /Invia la nota anche al cliente/ }));
  await userEvent.click(button("Aggiungi"));
  const login = await screen.findByLabelText(/^E-mail/);
  expect(login).toHaveFocus();
  expect(login).toHaveAccessibleDescription(/sessione/);
  await userEvent.type(login, "titolare");
  await userEvent.type(screen.getByLabelText("Password"), "giusta{Enter}");
  expect(await screen.findByRole("button", { name: "Aggiungi" })).toHaveFocus();
  expect(screen.getByLabelText("Aggiungi una nota")).toHaveValue("Cliente di fiducia");
  await userEvent.click(button("Aggiungi"));
  expect(await screen.findByText(/il messaggio al cliente è in partenza/)).toBeVisible();
  expect(calls.at(-1)?.headers.get("X-Admin-Nonce")).toBe("a-new-nonce");
  expect(calls.at(-1)?.body).toEqual({ note: "Cliente di fiducia", to_customer: true });
});

test("Escape closes the sections and leaves the focus on their button", async () => {
  open("/ordini");
  const sections = await screen.findByRole("button", { name: "Sezioni: Ordini" });
  await userEvent.click(sections);
  screen.getByRole("link", { name: "Coupon" }).focus();
  await userEvent.keyboard("{Escape}");
  expect(sections).toHaveAttribute("aria-expanded", "false");
  expect(sections).toHaveFocus();
});

test("the number of pending companies has a text for screen readers", async () => {
  open("/", (call) =>
    call.path === "/api/admin/me" ? { body: { ...sample.me, waiting_companies: 3 } } : undefined,
  );
  expect(await screen.findByRole("link", { name: /^Aziende ?In attesa: 3$/ })).toBeVisible();
});

test("a visitor's choice for each service is stated in words", async () => {
  const consent = {
    id: 1,
    visitor_id: "a1b2",
    kind: "save_preferences",
    categories: ["functional"],
    services_allowed: ["film"],
    services_refused: ["mappa"],
    policy_id: 15,
    region: "eu",
    text_hash: "",
    decided_at: 1_795_219_200,
  };
  open("/consensi", (call) =>
    call.path.startsWith("/api/admin/consents")
      ? { body: { consents: [consent], total: 1, page: 1, pages: 1 } }
      : undefined,
  );
  const signs = await screen.findAllByText(/^[✓✗]/);
  expect(signs.map((sign) => sign.getAttribute("aria-hidden"))).toEqual(["true", "true"]);
  expect(await screen.findByRole("cell", { name: /accettato: ?film, ?rifiutato: ?mappa/ })).toBeVisible();
});

test("a rejected price stays in its field with the reason", async () => {
  const field = "variations.12.regular_price";
  const calls = open("/prodotti/10", (call) =>
    call.method === "PUT"
      ? {
          status: 422,
          body: problem("fields_invalid", "Ci sono dati da controllare.", [
            { field, code: "price_invalid", params: {}, message: "Scrivi un importo come 12,50." },
          ]),
        }
      : undefined,
  );
  const price = (await size(/35 g/)).getByLabelText("Prezzo pieno (€)");
  expect(price).toHaveValue("72,00");
  await userEvent.clear(price);
  await userEvent.type(price, "settanta");
  await userEvent.click(button("Salva"));
  expect(await screen.findByText("Scrivi un importo come 12,50.")).toBeVisible();
  expect(price).toHaveValue("settanta");
  expect(price).toBeInvalid();
  expect(price).toHaveAccessibleDescription("Scrivi un importo come 12,50.");
  expect(calls.at(-1)?.body).toEqual({ variations: [{ id: 12, regular_price: "settanta" }] });
});

test("a stock change by someone else is reported, and saving again overwrites it", async () => {
  let tries = 0;
  const calls = open("/prodotti/10", (call) => {
    if (call.method !== "PUT") return undefined;
    tries += 1;
    if (tries > 1) return { body: sample.product };
    const message = "La giacenza è cambiata nel frattempo: ora è 16.";
    const error = {
      field: "variations.12.stock_quantity",
      code: "stock_changed",
      params: { quantity: "16" },
      message,
    };
    return { status: 409, body: problem("stock_changed", message, [error]) };
  });
  const stock = (await size(/35 g/)).getByLabelText("Pezzi in giacenza");
  await userEvent.clear(stock);
  await userEvent.type(stock, "20");
  await userEvent.click(button("Salva"));
  expect(await screen.findAllByText(/ora è 16/)).not.toHaveLength(0);
  expect(stock).toHaveValue("20");
  await userEvent.click(button("Salva"));
  expect(await screen.findByText("Modifiche salvate.")).toBeVisible();
  const sent = calls.filter((call) => call.method === "PUT").map((call) => call.body);
  const change = (expected: number) => ({
    variations: [{ id: 12, stock_quantity: "20", expected_stock_quantity: expected }],
  });
  expect(sent).toEqual([change(18), change(16)]);
});

test("a mail is shown in a sandboxed frame and can be resent", async () => {
  const calls = open("/mailbox", (call) => (call.method === "POST" ? { body: null } : undefined));
  await userEvent.click(await link(/Abbiamo ricevuto il tuo ordine 142/));
  const frame = await screen.findByTitle("Abbiamo ricevuto il tuo ordine 142");
  expect(frame).toHaveAttribute("sandbox", "");
  expect(frame).toHaveAttribute("src", "/api/admin/mail/7/html");
  await userEvent.click(button("Invia di nuovo"));
  expect(await screen.findByText("Una copia del messaggio è in partenza.")).toBeVisible();
  expect(calls.some((call) => call.method === "POST" && call.path === "/api/admin/mail/7/resend")).toBe(true);
});

test("one click switches to English, also for the server's responses", async () => {
  const calls = open("/prodotti");
  await userEvent.click(await screen.findByRole("button", { name: "English" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Products" })).toBeVisible();
  await userEvent.click(await link("Orders"));
  expect(calls.at(-1)?.headers.get("Accept-Language")).toBe("en");
});
