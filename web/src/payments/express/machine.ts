// State machine of an express purchase. Events that arrive in the wrong phase change nothing.

import type { Wallet } from "../../core/types.ts";

/**
 * `login` and `declaring`: the shopper must sign in or make declarations before a wallet opens. `opening`: the wallet waits for
 * the cart. `open`: its sheet is shown. `paying`: its owner has confirmed. `leaving`: the order is placed and the browser
 * navigates away.
 */
export type Phase = "idle" | "login" | "declaring" | "opening" | "open" | "paying" | "leaving";

export interface Purchase {
  phase: Phase;
  wallet: Wallet | null;
  /** Whether the owner closed the last sheet. */
  aborted: boolean;
  /** Message of the last failure; empty if there is none. */
  failure: string;
  /** Counts failures, so that the same sentence is announced again. */
  failures: number;
}

export type PurchaseEvent =
  | {
      kind: "pressed";
      wallet: Wallet;
      /** Whether the shopper must sign in first. */
      needsLogin: boolean;
      /** Whether all required declarations have been made. */
      isDeclared: boolean;
      /** Why nothing can be bought now, as a sentence; empty if it can. */
      unavailableReason: string;
    }
  /** The shopper closed the dialog that precedes the sheet. */
  | { kind: "dismissed" }
  | { kind: "opened" }
  /** No sheet can be shown now. */
  | { kind: "withdrawn" }
  | { kind: "confirmed" }
  | { kind: "cancelled" }
  | { kind: "failed"; text: string }
  | { kind: "placed" }
  /** The shopper dismissed the message. */
  | { kind: "read" };

export const AT_REST: Purchase = { phase: "idle", wallet: null, aborted: false, failure: "", failures: 0 };

/** Phases in which no other wallet can be pressed. */
const UNDER_WAY: readonly Phase[] = ["opening", "open", "paying", "leaving"];

export const isUnderWay = ({ phase }: Purchase): boolean => UNDER_WAY.includes(phase);

/** Returns the next state. */
export function step(now: Purchase, event: PurchaseEvent): Purchase {
  const failed = (text: string): Purchase => ({
    ...now,
    phase: "idle",
    failure: text,
    failures: now.failures + (text ? 1 : 0),
  });
  switch (event.kind) {
    case "pressed": {
      if (isUnderWay(now)) return now;
      if (event.needsLogin) return { ...now, phase: "login", wallet: event.wallet, failure: "" };
      if (event.unavailableReason) return { ...failed(event.unavailableReason), wallet: event.wallet };
      const phase = event.isDeclared ? "opening" : "declaring";
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
