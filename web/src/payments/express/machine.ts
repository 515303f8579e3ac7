// How far an express purchase is. One step at a time: what comes at the wrong moment changes nothing.

import type { Wallet } from "../../core/types.ts";

/**
 * `login` and `declaring`: something is asked before a wallet opens. `opening`: the wallet waits for the cart. `open`: its sheet
 * is shown. `paying`: its owner has confirmed. `leaving`: the order is placed, another page comes.
 */
export type Phase = "idle" | "login" | "declaring" | "opening" | "open" | "paying" | "leaving";

export interface Purchase {
  phase: Phase;
  wallet: Wallet | null;
  /** The last sheet was closed by its owner. */
  aborted: boolean;
  /** What went wrong last; empty: nothing. */
  failure: string;
  /** Counts failures: the same sentence twice is told twice. */
  failures: number;
}

export type PurchaseEvent =
  | {
      kind: "pressed";
      wallet: Wallet;
      /** An account is needed first. */
      login: boolean;
      /** Everything that must be declared is. */
      declared: boolean;
      /** Why the press only gives a sentence; empty: it does not. */
      refusal: string;
    }
  /** The question before the sheet was closed. */
  | { kind: "dismissed" }
  | { kind: "opened" }
  /** No sheet can be shown now. */
  | { kind: "withdrawn" }
  | { kind: "confirmed" }
  | { kind: "cancelled" }
  | { kind: "failed"; text: string }
  | { kind: "placed" }
  /** The sentence was read. */
  | { kind: "read" };

export const AT_REST: Purchase = { phase: "idle", wallet: null, aborted: false, failure: "", failures: 0 };

/** Phases in which no other wallet can be pressed. */
const UNDER_WAY: readonly Phase[] = ["opening", "open", "paying", "leaving"];

/** Whether a purchase is under way. */
export const underWay = ({ phase }: Purchase): boolean => UNDER_WAY.includes(phase);

/** The next state. */
export function step(now: Purchase, event: PurchaseEvent): Purchase {
  const failed = (text: string): Purchase => ({
    ...now,
    phase: "idle",
    failure: text,
    failures: now.failures + (text ? 1 : 0),
  });
  switch (event.kind) {
    case "pressed": {
      if (underWay(now)) return now;
      if (event.login) return { ...now, phase: "login", wallet: event.wallet, failure: "" };
      if (event.refusal) return { ...failed(event.refusal), wallet: event.wallet };
      const phase = event.declared ? "opening" : "declaring";
      return { ...now, phase, wallet: event.wallet, aborted: false, failure: "" };
    }
    case "dismissed":
      return now.phase === "login" || now.phase === "declaring" ? { ...now, phase: "idle" } : now;
    case "opened":
      return now.phase === "opening" ? { ...now, phase: "open" } : now;
    case "withdrawn":
      return now.phase === "opening" ? { ...now, phase: "idle" } : now;
    case "confirmed":
      return now.phase === "open" ? { ...now, phase: "paying" } : now;
    case "cancelled":
      return now.phase === "opening" || now.phase === "open" ? { ...now, phase: "idle", aborted: true } : now;
    case "failed":
      return now.phase === "leaving" ? now : failed(event.text);
    case "placed":
      return now.phase === "paying" ? { ...now, phase: "leaving" } : now;
    case "read":
      return { ...now, failure: "" };
  }
}
