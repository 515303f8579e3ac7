// How the page makes room for the banner while the window is resized.
import { act, cleanup, render } from "@testing-library/react";
import { pageData } from "../../../../tests/fixture.tsx";
import { loadConsent, resetConsent, setPageConsent } from "../../../context/consent/consentStore.ts";
import { PageProvider } from "../../../context/PageContext.tsx";
import type { ConsentFrame, PageData } from "../../../core/types.ts";
import { ConsentBanner } from "./ConsentBanner.tsx";

const settings = {
  prefix: "cmplz_",
  consent_type: "optin",
  policy_id: 15,
  cookie_path: "/",
  ask_again_days: 183,
} as ConsentFrame["settings"];
const banner = { title: "I cookie", categories: [] } as unknown as NonNullable<ConsentFrame["banner"]>;

/** The browser's callback when an observed element changes its size. */
let sized = () => {};
let height = 0;
const room = () => document.documentElement.style.getPropertyValue("--consent-height");
const resize = () => window.dispatchEvent(new Event("resize"));

function open(): void {
  const data = pageData("home");
  const consent = { settings, cookies: {}, manage: "", banner };
  const page: PageData = { ...data, shell: { ...data.shell, consent } };
  setPageConsent(page);
  render(
    <PageProvider shell={page.shell}>
      <ConsentBanner />
    </PageProvider>,
  );
  height = 200;
  sized();
  expect(room()).toBe("200px");
}

beforeEach(() => {
  jest.useFakeTimers();
  resetConsent();
  globalThis.ResizeObserver = class {
    constructor(callback: ResizeObserverCallback) {
      sized = () => callback([], this);
    }
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  jest.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockImplementation(() => height);
});
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

test("the banner's layout is updated 500 ms after the window was resized", async () => {
  open();
  await act(async () => void (await loadConsent()));
  resize();
  height = 300;
  sized();
  jest.advanceTimersByTime(499);
  resize();
  jest.advanceTimersByTime(499);
  expect(room()).toBe("200px");
  jest.advanceTimersByTime(1);
  expect(room()).toBe("300px");
  // Expanding the banner afterwards makes room at once.
  height = 400;
  sized();
  expect(room()).toBe("400px");
});

test("before the rules are loaded the layout is updated at once", () => {
  open();
  resize();
  height = 300;
  sized();
  expect(room()).toBe("300px");
});

test("a closed banner reserves no space, whatever happens to the window", async () => {
  open();
  await act(async () => void (await loadConsent()));
  resize();
  cleanup();
  jest.advanceTimersByTime(1_000);
  expect(room()).toBe("");
});
