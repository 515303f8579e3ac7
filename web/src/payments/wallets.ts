// The interface between the pages and wallets, whichever provider shows them: a button in the page, a sheet over it.

import type { ButtonAppearance, DisplayItem, Wallet, WalletPerson, WalletRate } from "../core/types.ts";
import type { Outcome } from "./elements.ts";

/** Contents of the sheet. Amounts are in minor units. */
export interface SheetContent {
  items: DisplayItem[];
  rates: WalletRate[];
}

/** Contents of the sheet after a change; omitted rates stay as they are. */
export interface SheetChange {
  amount: number;
  items: DisplayItem[];
  rates?: WalletRate[];
}

/** The response to a change in the sheet. */
export interface ChangeAnswer {
  resolve: (change: SheetChange) => void;
  /** Makes the sheet show that the change is not possible. */
  reject: () => void;
}

/** The part of an address that wallets disclose before their owner confirms. */
export interface SheetAddress {
  city: string;
  state: string;
  country: string;
  postal_code: string;
}

/** The payer, the recipient, and the delivery rate. */
export interface WalletPayer {
  billing: WalletPerson;
  /** `null` if nothing is delivered. */
  shipping: WalletPerson | null;
  /** Id of the rate; empty if there is none. */
  rate: string;
}

/** The owner's confirmation of the sheet. */
export interface Confirmation {
  payer: WalletPayer;
  /** Creates a confirmation token from what was chosen. */
  createToken: () => Promise<Outcome<string>>;
  /** Closes the sheet because the payment failed. */
  fail: () => void;
  /** Closes the sheet because the order is placed. */
  done: () => void;
}

/** A press of a wallet's button. */
export interface WalletClick {
  /** Opens the sheet. Wallets require an answer within a second. */
  open: (content: SheetContent) => void;
  refuse: () => void;
}

export interface WalletButtonProps {
  wallet: Wallet;
  /** Whether the provider may hide the button. */
  visibility: "always" | "auto" | "never";
  look: ButtonAppearance;
  /** Amount payable, in minor units. */
  amount: number;
  /** ISO code in lower case, e.g. `eur`. */
  currency: string;
  /** Name of the payee. */
  label: string;
  /** Whether the sheet collects a delivery address. */
  shipping: boolean;
  /** Whether the sheet collects a phone number. */
  phone: boolean;
  /** Delivery countries; empty means all. */
  countries: string[];
  /** Whether the payment method will be saved. */
  saves: boolean;
  /** The payer's email address as far as it is known. */
  email: string;
  /** Reports whether the wallet can be used here. */
  onReady: (available: boolean) => void;
  onLoadError: () => void;
  onClick: (click: WalletClick) => void;
  onAddress: (address: SheetAddress, answer: ChangeAnswer) => void;
  onRate: (rate: string, answer: ChangeAnswer) => void;
  onConfirm: (confirmation: Confirmation) => void;
  onCancel: () => void;
}

/** Returns a person without any details. */
export const emptyPerson = (): WalletPerson => ({
  name: "",
  email: "",
  phone: "",
  organization: "",
  address: { line1: "", line2: "", city: "", state: "", country: "", postal_code: "", organization: "" },
});
