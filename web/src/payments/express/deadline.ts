// A wallet closes its sheet by itself when an answer takes too long, and the shopper learns nothing. So the page fails the sheet
// first, and drops what it was waiting for.

import { core } from "../../core/core.ts";
import type { Lang } from "../../core/types.ts";
import { PaymentRefusal } from "../errors.ts";

export interface Deadline {
  /** Aborts requests when the time is over. */
  signal: AbortSignal;
  /** Waits for work as long as there is time; rejects with a `PaymentRefusal` when it is over. */
  race: <T>(work: Promise<T>) => Promise<T>;
  /** The answer is given: nothing is aborted any more. */
  end: () => void;
}

/** Starts the time that a sheet has for one answer. */
export function startDeadline(lang: Lang): Deadline {
  const controller = new AbortController();
  const { signal } = controller;
  const late = () => new PaymentRefusal({}, core().networkMessage("timeout", lang));
  const timer = setTimeout(() => controller.abort(), core().expressTimings().sheet_answer_ms);
  return {
    signal,
    race: (work) =>
      new Promise((done, fail) => {
        if (signal.aborted) fail(late());
        signal.addEventListener("abort", () => fail(late()), { once: true });
        work.then(done, fail);
      }),
    end: () => clearTimeout(timer),
  };
}
