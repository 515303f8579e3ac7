// What the pages need of wallets, whoever's script shows them: a button in the page, a sheet over it.

import type { ButtonAppearance, DisplayItem, Wallet, WalletPerson, WalletRate } from "../core/types.ts";
import type { Outcome } from "./elements.ts";

/** What the sheet shows. Amounts in minor units. */
export interface SheetContent {
  items: DisplayItem[];
  rates: WalletRate[];
}

/** What the sheet shows after a change; rates that are left out stay. */
export interface SheetChange {
  amount: number;
  items: DisplayItem[];
  rates?: WalletRate[];
}

/** The answer to a change in the sheet. */
export interface ChangeAnswer {
  resolve: (change: SheetChange) => void;
  /** The sheet says that this cannot be. */
  reject: () => void;
}

/** As much of an address as wallets tell before their owner confirms. */
export interface SheetAddress {
  city: string;
  state: string;
  country: string;
  postal_code: string;
}

/** Who pays, where the goods go, by which rate. */
export interface WalletPayer {
  billing: WalletPerson;
  /** `null`: nothing is delivered. */
  shipping: WalletPerson | null;
  /** Id of the rate; empty: none. */
  rate: string;
}

/** The owner has confirmed. */
export interface Confirmation {
  payer: WalletPayer;
  /** Makes a confirmation token of what was chosen. */
  createToken: () => Promise<Outcome<string>>;
  /** The payment failed: the sheet closes. */
  fail: () => void;
  /** The order is placed: the sheet closes. */
  done: () => void;
}

/** Somebody pressed the button. */
export interface WalletClick {
  /** Opens the sheet. Wallets want an answer within a second. */
  open: (content: SheetContent) => void;
  refuse: () => void;
}

export interface WalletButtonProps {
  wallet: Wallet;
  /** Whether the provider may leave it out. */
  shown: "always" | "auto" | "never";
  look: ButtonAppearance;
  /** To pay, in minor units. */
  amount: number;
  /** "eur". */
  currency: string;
  /** Who is paid. */
  label: string;
  /** The sheet asks where the goods go. */
  shipping: boolean;
  /** The sheet asks for a telephone number. */
  phone: boolean;
  /** Countries of delivery; none: all. */
  countries: string[];
  /** What pays will be kept. */
  saves: boolean;
  /** The payer's e-mail address as far as known. */
  email: string;
  /** Whether the wallet can be used here. */
  onReady: (available: boolean) => void;
  onLoadError: () => void;
  onClick: (click: WalletClick) => void;
  onAddress: (address: SheetAddress, answer: ChangeAnswer) => void;
  onRate: (rate: string, answer: ChangeAnswer) => void;
  onConfirm: (confirmation: Confirmation) => void;
  onCancel: () => void;
}

/** A person without anything known. */
export const nobody = (): WalletPerson => ({
  name: "",
  email: "",
  phone: "",
  organization: "",
  address: { line1: "", line2: "", city: "", state: "", country: "", postal_code: "", organization: "" },
});
