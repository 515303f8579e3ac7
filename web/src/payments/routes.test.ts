import { pageOf } from "../../tests/fixture.tsx";
import type { GatewaySettings } from "../core/types.ts";
import { failure, type Provider } from "./elements.ts";
import { PaymentFailedError } from "./errors.ts";
import { parseRoute, runRoute, takeRoute } from "./routes.ts";

const HASH = "#wc-stripe-confirm-pi:7:pi_1_secret_2:n0nce";
const settings = pageOf("checkout-card", "checkout").gateway as GatewaySettings;

/** A provider and a server that record their calls. */
function tools(
  change: { provider?: Partial<Provider>; returnUrl?: string; settings?: Partial<GatewaySettings> } = {},
) {
  const log: string[] = [];
  const confirm = async () => {
    log.push(`provider at ${window.location.hash || "no hash"}`);
    return { value: { id: "pi_1", status: "succeeded", paymentMethod: "pm_1" } };
  };
  const own = {
    confirmPayment: confirm,
    confirmSetup: confirm,
    confirmVoucher: confirm,
    confirmWallet: confirm,
  };
  const provider = { ...own, ...change.provider } as Provider;
  const calls = {
    updateOrderStatus: async (order: number, intent: string, method: string, nonce: string) => {
      log.push(`paid ${order} ${intent} ${method} ${nonce}`);
      return change.returnUrl ?? "/checkout/order-received/7/";
    },
    updateFailedOrder: async (order: number, intent: string) => {
      log.push(`failed ${order} ${intent}`);
    },
    reportLegacyFailure: async (path: string) => {
      log.push(`legacy ${path}`);
    },
  };
  const all = { provider, calls, settings: { ...settings, ...change.settings }, lang: "it" as const };
  return { calls: log, tools: all as unknown as Parameters<typeof runRoute>[1] };
}

const declined = async () => ({ failure: failure({ type: "card_error", code: "card_declined" }) });

async function run(hash: string, page: ReturnType<typeof tools>) {
  const route = parseRoute(hash);
  if (!route) throw new Error("no route");
  return runRoute(route, page.tools);
}

afterEach(() => window.history.replaceState(null, "", "/"));

test("the secret is removed from the address before the provider is called", async () => {
  window.history.replaceState(null, "", `/checkout/?a=1${HASH}`);
  const { calls, tools: all } = tools();
  const route = takeRoute();
  expect(window.location.href).toMatch(/\/checkout\/\?a=1$/);
  if (!route) throw new Error("no route");
  expect(await runRoute(route, all)).toEqual({ path: "/checkout/order-received/7/" });
  expect(calls).toEqual(["provider at no hash", "paid 7 pi_1 pm_1 n0nce"]);
});

test("the history entry is replaced, so going back does not reveal the secret again", () => {
  const state = { scroll: 120 };
  window.history.replaceState(state, "", `/checkout/${HASH}`);
  const entries = window.history.length;
  expect(takeRoute()).not.toBeNull();
  expect([window.history.length, window.history.state]).toEqual([entries, state]);
  expect(window.location.href).not.toContain("secret");
});

test("a hash that requests no confirmation stays where it is", () => {
  window.history.replaceState(null, "", "/checkout/#riepilogo");
  expect(takeRoute()).toBeNull();
  expect(window.location.hash).toBe("#riepilogo");
});

test("a declined confirmation is reported to the server, then shown to the shopper", async () => {
  const page = tools({ provider: { confirmPayment: declined } });
  expect(await run(HASH, page)).toEqual({ text: "La carta è stata rifiutata." });
  expect(page.calls).toEqual(["failed 7 pi_1"]);
});

test("a confirmation that the server refuses is reported as failed too, and the server's message is shown", async () => {
  const page = tools();
  page.tools.calls.updateOrderStatus = async () => {
    throw new PaymentFailedError({ message: "Ordine non trovato." });
  };
  expect(await run(HASH, page)).toEqual({ text: "Ordine non trovato." });
  expect(page.calls).toEqual(["provider at no hash", "failed 7 pi_1"]);
});

test("nobody is sent to another site", async () => {
  for (const returnUrl of ["https://evil.example/", "//evil.example/", "javascript:alert(1)", ""]) {
    const end = await run(HASH, tools({ returnUrl }));
    expect(end.path).toBeUndefined();
    expect(end.text).toMatch(/Aggiorna la pagina/);
  }
});

test("while a method is changed, the subscription of the page counts, not the hash's order", async () => {
  const page = tools({ settings: { isChangingPayment: true, orderId: 31 } });
  await run(HASH, page);
  expect(page.calls).toContain("paid 31 pi_1 pm_1 n0nce");
});

test("a voucher of another order is ignored on the page for paying one", async () => {
  const page = tools({ settings: { isOrderPay: true, orderId: 8 } });
  expect(await run("#wc-stripe-voucher-7:oxxo:pi_1_secret_2:%2Fgrazie%2F", page)).toEqual({ text: "" });
  expect(page.calls).toEqual([]);
});

const VOUCHER = "#wc-stripe-voucher-7:multibanco:pi_1_secret_2:";

test("after a voucher the browser goes to the shop's own page, or to the order's page by its id", async () => {
  for (const [returnPath, path] of [
    ["%2Fgrazie%2F", "/grazie/"],
    ["https%3A%2F%2Fevil.example%2F", "/checkout/order-received/7/"],
    ["", "/checkout/order-received/7/"],
  ] as const)
    expect(await run(VOUCHER + returnPath, tools())).toEqual({ path });
  const unnumbered = VOUCHER.replace("-7:", "-x7:");
  expect(await run(`${unnumbered}%2F%2Fevil.example`, tools())).toEqual({
    path: "/checkout/order-received/",
  });
  const nowhere = tools({ settings: { orderReceivedURL: "" } });
  expect((await run(VOUCHER, nowhere)).text).toMatch(/Aggiorna la pagina per riprovare/);
});

const WALLET = "#wc-stripe-wallet-7:wechat_pay:payment_intent:pi_1_secret_2:%2Fgrazie%2F:n0nce";
const wallet = (status: string) => async () => ({ value: { id: "pi_1", status, paymentMethod: "pm_1" } });

test("a wallet's confirmation continues unless it was closed, and throws a failure", async () => {
  expect(await run(WALLET, tools())).toEqual({ path: "/grazie/" });
  const closed = tools({ provider: { confirmWallet: wallet("requires_action") } });
  expect(await run(WALLET, closed)).toEqual({ text: "" });
  const failed = tools({ provider: { confirmWallet: declined } });
  expect(await run(WALLET, failed)).toEqual({ text: "La carta è stata rifiutata." });
});

test("a wallet that changes a subscription's method tells the server and follows its answer", async () => {
  const page = tools({
    settings: { isChangingPayment: true, orderId: 31 },
    returnUrl: "/my-account/view-subscription/31/",
    provider: { confirmWallet: wallet("requires_action") },
  });
  const setup = WALLET.replace("payment_intent", "setup_intent");
  expect(await run(setup, page)).toEqual({ path: "/my-account/view-subscription/31/" });
  expect(page.calls).toEqual(["paid 31 pi_1 pm_1 n0nce"]);
});

test("a legacy confirmation goes to the shop's page once money is captured or reserved, and nowhere else", async () => {
  const legacy = "#confirm-pi-pi_1_secret_2:%2Fgrazie%2F";
  for (const status of ["succeeded", "requires_capture"])
    expect(await run(legacy, tools({ provider: { confirmPayment: wallet(status) } }))).toEqual({
      path: "/grazie/",
    });
  const pending = tools({ provider: { confirmPayment: wallet("processing") } });
  expect(await run(legacy, pending)).toEqual({ text: "Pagamento non riuscito. Riprova." });
  expect(pending.calls).toEqual(["legacy /grazie/"]);
});

test("a legacy confirmation of a setup confirms a setup, and one of a payment a payment", async () => {
  const calls: string[] = [];
  const noting = (name: string) => async () => {
    calls.push(name);
    return { value: { id: "x_1", status: "succeeded", paymentMethod: "pm_1" } };
  };
  const provider = { confirmPayment: noting("payment"), confirmSetup: noting("setup") };
  expect(await run("#confirm-si-seti_1_secret_2:%2Fgrazie%2F", tools({ provider }))).toEqual({
    path: "/grazie/",
  });
  await run("#confirm-pi-pi_1_secret_2:%2Fgrazie%2F", tools({ provider }));
  await run("#wc-stripe-confirm-si:7:seti_1_secret_2:n0nce", tools({ provider }));
  expect(calls).toEqual(["setup", "payment", "setup"]);
});

test("a legacy confirmation that breaks shows the message of the settings", async () => {
  const broken = tools({
    provider: {
      confirmPayment: async () => {
        throw new Error("boom");
      },
    },
  });
  expect(await run("#confirm-pi-pi_1_secret_2:%2Fgrazie%2F", broken)).toEqual({
    text: settings.genericErrorMessage,
  });
});

test("a legacy confirmation that fails is reported to its target page", async () => {
  const page = tools({ provider: { confirmPayment: declined } });
  await run("#confirm-pi-pi_1_secret_2:%2F%3Fwc-ajax%3Dwc_stripe_verify_intent", page);
  expect(page.calls).toEqual(["legacy /?wc-ajax=wc_stripe_verify_intent"]);
});
