// The product of the settings that opens automatically: when it opens, and when it does not.
import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import { openPage, pageAnswer, shopPage } from "../../../tests/page.tsx";
import { serve } from "../../../tests/server.ts";
import { decide, resetConsent, setPageConsent } from "../../context/consent/consentStore.ts";
import type { ConsentFrame, PageData, QuickViewView, Shell } from "../../core/types.ts";

const NAME = "Caviale croccante";
const PRODUCT = 6;
const view = () => screen.queryByRole("dialog", { name: NAME });
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

const settings = {
  prefix: "cmplz_",
  consent_type: "optin",
  policy_id: 15,
  cookie_expiry_days: 365,
  cookie_path: "/",
  ask_again_days: 183,
} as ConsentFrame["settings"];
const banner = { title: "I cookie", categories: [] } as unknown as NonNullable<ConsentFrame["banner"]>;
const consent: ConsentFrame = { settings, cookies: {}, manage: "", banner } as ConsentFrame;

function list(name: string, shell: Partial<Shell> = {}): PageData {
  const page = shopPage(name);
  const quick_view = { ...(page.shell.quick_view as QuickViewView), opens: PRODUCT };
  return { ...page, shell: { ...page.shell, quick_view, consent: null, ...shell } as Shell };
}

/**
 * Opens a list of a shop that opens a product automatically; returns a function that returns the calls for its content so far.
 */
async function open(shell: Partial<Shell> = {}): Promise<() => string[]> {
  const next = list("list-cheese");
  const calls = serve(({ path }) => {
    if (path.includes("wc-ajax=woosq_quickview")) return pageAnswer(shopPage("product-caviar"));
    return path.startsWith(next.shell.path) ? pageAnswer(next) : { body: null };
  });
  await openPage(list("list-caviar", shell));
  return () => calls.map(({ path }) => path).filter((path) => path.includes("woosq"));
}

/** Navigates to another page within the app. */
async function move(): Promise<void> {
  const link = Object.assign(document.createElement("a"), { href: "/categoria-prodotto/formaggi/" });
  document.querySelector("main")?.prepend(link);
  fireEvent.click(link);
  await pass(0);
}

beforeEach(() => {
  jest.useFakeTimers();
  resetConsent();
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

test("it opens 1000 ms after the page has loaded", async () => {
  const contentCalls = await open();
  await pass(999);
  expect(contentCalls()).toHaveLength(0);
  await pass(1);
  expect(view()).toHaveTextContent("72,00");
  expect(contentCalls()[0]).toContain("product_id=6&nonce=");
});

test("the time between loading and hydration counts", async () => {
  const entry = { loadEventStart: performance.now() - 400 } as PerformanceNavigationTiming;
  Object.assign(performance, { getEntriesByType: () => [entry] });
  const contentCalls = await open();
  await pass(599 - (performance.now() - entry.loadEventStart - 400));
  expect(contentCalls()).toHaveLength(0);
  await pass(2);
  expect(contentCalls()).toHaveLength(1);
  Reflect.deleteProperty(performance, "getEntriesByType");
});

test("it opens once in a visit: neither on the next page nor in the next document", async () => {
  const contentCalls = await open();
  await pass(1_000);
  fireEvent.click(within(view() as HTMLElement).getByRole("button", { name: "Chiudi" }));
  await pass(1_000);
  await move();
  await pass(5_000);
  expect(contentCalls()).toHaveLength(1);
  cleanup();
  const again = await open();
  await pass(5_000);
  expect(again()).toHaveLength(0);
});

test("a page for which the server sends no product opens none, and the next one does", async () => {
  const { quick_view } = shopPage("list-caviar").shell;
  const contentCalls = await open({ quick_view: { ...(quick_view as QuickViewView), opens: null } });
  await pass(5_000);
  expect(contentCalls()).toHaveLength(0);
  await move();
  await pass(999);
  expect(contentCalls()).toHaveLength(0);
  await pass(1);
  expect(contentCalls()).toHaveLength(1);
});

test("it waits until a choice is made in the cookie banner", async () => {
  const page = list("list-caviar", { consent });
  setPageConsent(page);
  const contentCalls = await open({ consent });
  await pass(5_000);
  expect(contentCalls()).toHaveLength(0);
  await act(async () => void (await decide({ event: "deny_all" })));
  await pass(1);
  expect(contentCalls()).toHaveLength(1);
});

test("it does not replace what the visitor has opened", async () => {
  const contentCalls = await open();
  fireEvent.click(screen.getByRole("link", { name: `Anteprima di «${NAME}»` }));
  await pass(500);
  expect(contentCalls()).toHaveLength(1);
  await pass(5_000);
  expect(contentCalls()).toHaveLength(1);
});
