// A shopper with a wallet: its button in the page, its sheet over it. The frames are fakes (frames.ts), the page is real.
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { WalletPerson, WalletRate } from "../src/core/types.ts";
import { type Frame, startFrame } from "./frames.ts";

/** Addresses and owner as stored in the sandbox's wallets (crates/shop-payments, samples.js). */
export const ADDRESSES = {
  milan: { line1: "Via dei Mille 7", city: "Milano", state: "MI", postal_code: "20129", country: "IT" },
  tivoli: { line1: "Via del Colle 12", city: "Tivoli", state: "Lazio", postal_code: "00019", country: "IT" },
  aquila: {
    ...{ line1: "Corso Federico II 3", city: "L’Aquila", state: "L’Aquila" },
    ...{ postal_code: "67100", country: "IT" },
  },
  berlin: { line1: "Lindenstraße 4", city: "Berlin", state: "Berlin", postal_code: "10969", country: "DE" },
};
type AddressName = keyof typeof ADDRESSES;

export const area = () => screen.getByRole("region", { name: "Pagamento rapido" });
export const findArea = () => screen.findByRole("region", { name: "Pagamento rapido" });
export const declarations = () => within(area()).queryByRole("group", { name: "Prima di pagare" });
/** Returns the message below the buttons; empty if there is none. */
export const alertText = () =>
  [...area().querySelectorAll("[role=alert]")].map((alert) => alert.textContent).join("");

/** Triggers the intersection observer of the area, as jsdom has no layout. */
export function inSight(): void {
  globalThis.IntersectionObserver = class {
    readonly #tell: (entries: object[]) => void;
    constructor(callback: (entries: object[]) => void) {
      this.#tell = callback;
    }
    observe() {
      this.#tell([{ isIntersecting: true }]);
    }
    disconnect() {}
  } as unknown as typeof IntersectionObserver;
}

const frameIn = (part: ParentNode, title: string) =>
  part.querySelector<HTMLIFrameElement>(`iframe[title="${title}"]`);

/** Waits for the frame of a wallet's button and starts its script. */
export async function walletButton(wallet: string): Promise<Frame> {
  const frame = await waitFor(() => {
    const found = frameIn(document, wallet);
    expect(found?.src).toContain("/elements/wallet?");
    return found as HTMLIFrameElement;
  });
  return startFrame(frame, () => ({ available: true }));
}

/** Waits until the buttons can be pressed. */
export const settled = () => waitFor(() => expect(area().querySelector("[aria-busy]")).toBeNull());

export const sheetDialog = (wallet: string) => screen.queryByRole("dialog", { name: wallet });

/** Makes the declarations that a first press requires: the terms, and the age if required. */
export function declare(): void {
  for (const box of within(area()).getAllByRole<HTMLInputElement>("checkbox"))
    if (!box.checked) fireEvent.click(box);
}

export interface Sheet {
  /** What the page opened it with. */
  opened: Record<string, unknown>;
  /** The total that the sheet shows now, in cents. */
  total: () => number;
  lines: () => { label?: string; name?: string; amount: number }[];
  rates: () => string[];
  /** Changes the address or the rate, and waits for the page's response. */
  move: (address: AddressName) => Promise<"resolve" | "reject">;
  rate: (name: string) => Promise<"resolve" | "reject">;
  /** Confirms as the owner; `email` is required by Link. */
  confirm: (email?: string) => Promise<void>;
  cancel: () => Promise<void>;
}

/** Presses a wallet's button, makes the declarations, and starts the sheet, which sends its first address. */
export async function openSheet(wallet: string, button: Frame): Promise<Sheet> {
  await settled();
  await button.emit("click");
  await waitFor(() => expect(sheetDialog(wallet) ?? declarations()).not.toBeNull());
  if (declarations()) {
    declare();
    await button.emit("click");
    await waitFor(() => expect(sheetDialog(wallet)).not.toBeNull());
  }
  return playSheet(wallet);
}

/** Starts the script of the open sheet. */
export async function playSheet(wallet: string): Promise<Sheet> {
  const element = frameIn(sheetDialog(wallet) as HTMLElement, wallet) as HTMLIFrameElement;
  const frame = await startFrame(element, (command) =>
    command === "createConfirmationToken" ? { confirmationToken: { id: "ctoken_1" } } : {},
  );
  const opened = frame.commands.find(({ command }) => command === "sheet")?.data as Record<string, unknown>;
  const now = {
    total: opened.total as number,
    items: opened.items as { amount: number }[],
    rates: [] as WalletRate[],
  };
  let [question, rate, current] = [0, "", ADDRESSES.milan as (typeof ADDRESSES)[AddressName]];
  const sendEvent = async (event: string, data: object) => {
    question += 1;
    const answered = question;
    await frame.emit(event, { ...data, question });
    const answer = await waitFor(() => {
      const found = frame.commands.find(({ data }) => data.question === answered);
      expect(found).toBeDefined();
      return found as Frame["commands"][number];
    });
    if (answer.command === "resolve") Object.assign(now, definedValues(answer.data));
    if (answer.command === "resolve" && answer.data.rates) rate = now.rates[0]?.id ?? "";
    return answer.command as "resolve" | "reject";
  };
  const move = (to: AddressName) => {
    current = ADDRESSES[to];
    const { line1: _street, ...address } = current;
    return sendEvent("address", { address });
  };
  if (opened.shippingAddressRequired) await move("milan");
  return {
    opened,
    total: () => now.total,
    lines: () => now.items,
    rates: () => now.rates.map(({ displayName }) => displayName),
    move,
    rate: (name) => {
      rate = now.rates.find(({ displayName }) => displayName === name)?.id ?? "";
      return sendEvent("rate", { id: rate });
    },
    confirm: (email = (opened.email as string) || "livia.conti@example.com") => {
      const address = { line2: "", organization: "", ...current } as WalletPerson["address"];
      const name = "Livia Conti";
      const billingDetails = { name, email, phone: "+39 (02) 5550-0100", address };
      const shippingAddress = opened.shippingAddressRequired ? { name, address } : null;
      const shippingRate = now.rates.find(({ id }) => id === rate) ?? null;
      return frame.emit("confirm", { billingDetails, shippingAddress, shippingRate });
    },
    cancel: () => frame.emit("cancel"),
  };
}

/** Values that a response omits stay unchanged. */
const definedValues = (data: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined));
