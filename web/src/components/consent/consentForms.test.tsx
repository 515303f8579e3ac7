// Consent forms: their checkboxes, the effect of Enter, and the focus.

import { act, fireEvent, render, screen, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { pageData } from "../../../tests/fixture.tsx";
import { parseConsentForm } from "../../context/consent/consentForm.ts";
import { decide, resetConsent, setPageConsent } from "../../context/consent/consentStore.ts";
import { startConsent } from "../../context/consent/start.ts";
import { PageProvider } from "../../context/PageContext.tsx";
import type { ConsentBanner as Banner, ConsentFrame, PageData } from "../../core/types.ts";
import { ConsentBanner } from "../../features/shell/consent/ConsentBanner.tsx";
import { ConsentManager } from "./ConsentManager.tsx";

const service = (id: string, name: string) => ({ id, name, purpose: "", allowed: false });
const banner: Banner = {
  title: "I cookie",
  text: "",
  accept: "Accetta",
  deny: "Rifiuta",
  view: "Visualizza le preferenze",
  save: "Salva preferenze",
  close: "Chiudi",
  policy: "",
  policy_path: "",
  categories: [
    { category: "functional", label: "Tecnici", allowed: true, services: [] },
    { category: "preferences", label: "Preferenze", allowed: false, services: [] },
    {
      category: "statistics",
      label: "Statistiche",
      allowed: false,
      services: [service("counter", "Contatore")],
    },
    { category: "marketing", label: "Marketing", allowed: false, services: [service("film", "Film")] },
  ],
};
const settings = {
  prefix: "cmplz_",
  consent_type: "optin",
  policy_id: 15,
  cookie_expiry_days: 365,
  cookie_path: "/",
  secure: false,
  honour_signals: true,
  ask_again_days: 183,
} as ConsentFrame["settings"];

function shopPage(): PageData {
  const data = pageData("home");
  return { ...data, shell: { ...data.shell, consent: { settings, cookies: {}, manage: "", banner } } };
}

const showing = (data: PageData, content: ReactNode) =>
  render(<PageProvider shell={data.shell}>{content}</PageProvider>);

/** Returns the consent event that saving the form would send. */
function saved(container: HTMLElement) {
  const form = container.querySelector<HTMLFormElement>("form:has(fieldset)") as HTMLFormElement;
  const fields = new FormData(form);
  fields.set("event", "save_preferences");
  return parseConsentForm(fields);
}

beforeEach(() => {
  resetConsent();
  for (const pair of document.cookie.split("; ")) {
    // biome-ignore lint/suspicious/noDocumentCookie: each test starts without cookies
    document.cookie = `${pair.split("=")[0]}=; max-age=0; path=/`;
  }
  globalThis.fetch = (async () => new Response(JSON.stringify({ success: true }))) as typeof fetch;
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
});

test("a service unticked after its category ticked it is sent as shown ticked and now unticked", () => {
  const { container } = showing(shopPage(), <ConsentManager manager={banner} />);
  fireEvent.click(screen.getByRole("checkbox", { name: "Statistiche" }));
  expect(screen.getByRole("checkbox", { name: "Contatore" })).toBeChecked();
  fireEvent.click(screen.getByRole("checkbox", { name: "Contatore" }));
  expect(saved(container)).toMatchObject({
    statistics: true,
    services: [
      { service: "counter", category: "statistics", shown: true, ticked: false },
      { service: "film", category: "marketing", shown: false, ticked: false },
    ],
  });
});

test("Enter on a checkbox saves the choices, as the banner's other buttons belong to another form", () => {
  showing(shopPage(), <ConsentBanner />);
  const box = screen.getByRole<HTMLInputElement>("checkbox", { name: "Statistiche", hidden: true });
  const [first] = within(box.form as HTMLFormElement).getAllByRole("button", { hidden: true });
  expect(first).toHaveValue("save_preferences");
});

test("boxes ticked before the core loads stay ticked, and saving is confirmed without moving the focus", async () => {
  const data = shopPage();
  startConsent(data);
  showing(data, <ConsentManager manager={banner} />);
  const box = screen.getByRole("checkbox", { name: "Statistiche" });
  fireEvent.click(box);
  setPageConsent(data);
  await act(async () => {
    await decide({ event: "page_loaded" });
  });
  expect(box).toBeChecked();
  const save = screen.getByRole("button", { name: "Salva preferenze" });
  save.focus();
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
  fireEvent.click(save);
  await screen.findByText("Le tue scelte sui cookie sono salvate.");
  expect(document.activeElement).toBe(save);
  expect(screen.getByRole("checkbox", { name: "Statistiche" })).toBe(box);
  expect(box).toBeChecked();
});

test("the boxes show a choice that was made elsewhere on the page", async () => {
  const data = shopPage();
  startConsent(data);
  showing(data, <ConsentManager manager={banner} />);
  await act(async () => {
    await decide({ event: "accept_all" });
  });
  for (const name of ["Statistiche", "Contatore", "Film"]) {
    expect(screen.getByRole("checkbox", { name })).toBeChecked();
  }
});
