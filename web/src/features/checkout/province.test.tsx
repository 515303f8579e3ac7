// The searchable list of provinces at the checkout.
import { fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openPage, shopPage } from "../../../tests/page.tsx";
import { serve } from "../../../tests/server.ts";

beforeEach(() => {
  // A mouse instead of a finger.
  globalThis.matching = ["(pointer: fine)"];
});
afterEach(() => {
  globalThis.matching = [];
});

async function province() {
  const { rules } = shopPage<"checkout">("checkout").page;
  const sold = { sold_to: ["IT", "ES"], shipped_to: ["IT", "ES"] };
  const page = shopPage<"checkout">("checkout", {
    express: null,
    gateway: null,
    rules: { ...rules, ...sold },
  });
  serve(({ path }) => ({ body: path.includes("/wc/store/v1/cart") ? page.page.cart : null }));
  await openPage(page);
  return screen.getByRole("combobox", { name: "Provincia" });
}

const list = () => screen.queryByRole("listbox", { name: "Provincia" });
const options = () => within(list() as HTMLElement).getAllByRole("option");
const sent = () => document.querySelector<HTMLInputElement>("input[name=billing_state]")?.value;

/** Replaces the text of a field. */
async function fill(field: HTMLElement, text: string): Promise<void> {
  await userEvent.clear(field);
  if (text) await userEvent.type(field, text);
}

test("a code in capitals finds its province first, and leaving the field chooses it", async () => {
  const field = await province();
  await userEvent.type(field, "ro");
  expect(options()[0]).toHaveTextContent(/^Roma$/);
  await fill(field, "RO");
  expect(options()[0]).toHaveTextContent(/^Rovigo$/);
  await userEvent.tab();
  expect(field).toHaveValue("Rovigo");
  expect(sent()).toBe("RO");
});

test("Enter in a closed list preserves the choice and does not submit the form", async () => {
  const field = await province();
  await fill(field, "Milano");
  await userEvent.keyboard("{Enter}");
  expect(field).toHaveAttribute("aria-expanded", "false");
  await userEvent.keyboard("{Enter}");
  expect(field).toHaveFocus();
  expect(field).toHaveValue("Milano");
  expect(document.querySelectorAll("form#cassa [aria-invalid=true]")).toHaveLength(0);
  await userEvent.keyboard("{ArrowDown}");
  expect(field).toHaveAttribute("aria-expanded", "true");
  expect(list()).toBeVisible();
});

test("a search without matches shows a message, and Escape restores the choice", async () => {
  const field = await province();
  await fill(field, "Milano");
  await userEvent.keyboard("{Enter}");
  await fill(field, "xyz");
  expect(screen.getByText("Nessun riscontro trovato")).toHaveAttribute("role", "status");
  expect(screen.getByText("Nessun riscontro trovato")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  expect(field).toHaveValue("Milano");
  expect(screen.queryByText("Nessun riscontro trovato")).toBeNull();
  expect(sent()).toBe("MI");
});

test("arrow keys move through the whole list, and a click chooses the option under the mouse", async () => {
  const field = await province();
  await userEvent.click(field);
  expect(options().length).toBeGreaterThan(100);
  const third = options().at(-3)?.textContent;
  await userEvent.keyboard("{End}{ArrowUp}{ArrowUp}{Enter}");
  expect(field).toHaveValue(third);
  await userEvent.click(field);
  await userEvent.click(within(list() as HTMLElement).getByRole("option", { name: "Bari" }));
  expect(field).toHaveValue("Bari");
  expect(sent()).toBe("BA");
});

test("an emptied field chooses nothing, and the order names it as missing", async () => {
  const field = await province();
  await fill(field, "Milano");
  await userEvent.keyboard("{Enter}");
  expect(sent()).toBe("MI");
  await fill(field, "");
  await userEvent.tab();
  expect(sent()).toBe("");
  await userEvent.click(screen.getByRole("button", { name: /Ordine con obbligo di pagare/ }));
  expect(field).toHaveAttribute("aria-invalid", "true");
});

test("the province that the list shows is sent when the country changes", async () => {
  const field = await province();
  await fill(field, "Vicenza");
  await userEvent.keyboard("{Enter}");
  expect(sent()).toBe("VI");
  fireEvent.change(screen.getByRole("combobox", { name: "Paese/Regione" }), { target: { value: "ES" } });
  const spanish = screen.getByRole("combobox", { name: "Provincia" });
  expect(spanish).toHaveValue("");
  expect(sent()).toBe("");
  await fill(spanish, "alava");
  await userEvent.keyboard("{Enter}");
  expect(spanish).toHaveValue("Álava");
  expect(sent()).toBe("VI");
});
