// A shopper with a wallet: its button in the page, its sheet over it. The frames are played (frames.ts), the page is the real one.
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { WalletPerson, WalletRate } from "../src/core/types.ts";
import { type Frame, startFrame } from "./frames.ts";

/** Addresses and owner as the sandbox's wallets hold them (crates/shop-payments, samples.js). */
export const PLACES = {
  milan: { line1: "Via dei Mille 7", city: "Milano", state: "MI", postal_code: "20129", country: "IT" },
  tivoli: { line1: "Via del Colle 12", city: "Tivoli", state: "Lazio", postal_code: "00019", country: "IT" },
  aquila: {
    ...{ line1: "Corso Federico II 3", city: "L’Aquila", state: "L’Aquila" },
    ...{ postal_code: "67100", country: "IT" },
  },
  berlin: { line1: "Lindenstraße 4", city: "Berlin", state: "Berlin", postal_code: "10969", country: "DE" },
};
type PlaceName = keyof typeof PLACES;

export const area = () => screen.getByRole("region", { name: "Pagamento rapido" });
export const findArea = () => screen.findByRole("region", { name: "Pagamento rapido" });
export const declarations = () => within(area()).queryByRole("group", { name: "Prima di pagare" });
/** What is told below the buttons; empty: nothing. */
export const alertText = () =>
  [...area().querySelectorAll("[role=alert]")].map((alert) => alert.textContent).join("");

/** Brings the area into sight: nothing is laid out here. */
export function inSight(): void {
  globalThis.IntersectionObserver = class {
    readonly #tell: (entries: object[]) => void;
    constructor(tell: (entries: object[]) => void) {
      this.#tell = tell;
    }
    observe() {
      this.#tell([{ isIntersecting: true }]);
    }
    disconnect() {}
  } as unknown as typeof IntersectionObserver;
}

const frameIn = (part: ParentNode, title: string) =>
  part.querySelector<HTMLIFrameElement>(`iframe[title="${title}"]`);

/** Waits for the frame of a wallet's button and lets its script run. */
export async function walletButton(wallet: string): Promise<Frame> {
  const frame = await waitFor(() => {
    const found = frameIn(document, wallet);
    expect(found?.src).toContain("/elements/wallet?");
    return found as HTMLIFrameElement;
  });
  return startFrame(frame, () => ({ available: true }));
}

/** Waits until the buttons may be pressed. */
export const settled = () => waitFor(() => expect(area().querySelector("[aria-busy]")).toBeNull());

export const sheetDialog = (wallet: string) => screen.queryByRole("dialog", { name: wallet });

/** Declares what is asked after a first press: the terms, and the age where it is asked. */
export function declare(): void {
  for (const box of within(area()).getAllByRole<HTMLInputElement>("checkbox"))
    if (!box.checked) fireEvent.click(box);
}

export interface Sheet {
  /** What the page opened it with. */
  opened: Record<string, unknown>;
  /** The total as the sheet shows it now, in cents. */
  total: () => number;
  lines: () => { label?: string; name?: string; amount: number }[];
  rates: () => string[];
  /** Another address, another rate: waits for the page's answer. */
  move: (place: PlaceName) => Promise<"resolve" | "reject">;
  rate: (name: string) => Promise<"resolve" | "reject">;
  /** The owner confirms; `email`: asked by Link. */
  confirm: (email?: string) => Promise<void>;
  cancel: () => Promise<void>;
}

/** Presses a wallet's button, declares what is asked, and comes to the sheet, which tells its first address. */
export async function openSheet(wallet: string, button: Frame): Promise<Sheet> {
  await settled();
  await button.say("click");
  await waitFor(() => expect(sheetDialog(wallet) ?? declarations()).not.toBeNull());
  if (declarations()) {
    declare();
    await button.say("click");
    await waitFor(() => expect(sheetDialog(wallet)).not.toBeNull());
  }
  return playSheet(wallet);
}

/** Lets the script of the open sheet run. */
export async function playSheet(wallet: string): Promise<Sheet> {
  const element = frameIn(sheetDialog(wallet) as HTMLElement, wallet) as HTMLIFrameElement;
  const frame = await startFrame(element, (command) =>
    command === "createConfirmationToken" ? { confirmationToken: { id: "ctoken_1" } } : {},
  );
  const opened = frame.told.find(({ command }) => command === "sheet")?.data as Record<string, unknown>;
  const now = {
    total: opened.total as number,
    items: opened.items as { amount: number }[],
    rates: [] as WalletRate[],
  };
  let [question, rate, place] = [0, "", PLACES.milan as (typeof PLACES)[PlaceName]];
  const ask = async (event: string, data: object) => {
    question += 1;
    const answered = question;
    await frame.say(event, { ...data, question });
    const answer = await waitFor(() => {
      const found = frame.told.find(({ data }) => data.question === answered);
      expect(found).toBeDefined();
      return found as Frame["told"][number];
    });
    if (answer.command === "resolve") Object.assign(now, definedOf(answer.data));
    if (answer.command === "resolve" && answer.data.rates) rate = now.rates[0]?.id ?? "";
    return answer.command as "resolve" | "reject";
  };
  const move = (to: PlaceName) => {
    place = PLACES[to];
    const { line1: _street, ...address } = place;
    return ask("address", { address });
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
      return ask("rate", { id: rate });
    },
    confirm: (email = (opened.email as string) || "livia.conti@example.com") => {
      const address = { line2: "", organization: "", ...place } as WalletPerson["address"];
      const name = "Livia Conti";
      const billingDetails = { name, email, phone: "+39 (02) 5550-0100", address };
      const shippingAddress = opened.shippingAddressRequired ? { name, address } : null;
      const shippingRate = now.rates.find(({ id }) => id === rate) ?? null;
      return frame.say("confirm", { billingDetails, shippingAddress, shippingRate });
    },
    cancel: () => frame.say("cancel"),
  };
}

/** What an answer leaves out stays. */
const definedOf = (data: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined));
