// A wallet closes its sheet without any message when an answer takes too long. The page therefore fails the sheet first and
// cancels what it was waiting for.

import { core } from "../../core/core.ts";
import type { Lang } from "../../core/types.ts";
import { PaymentFailedError } from "../errors.ts";

export interface Deadline {
  /** Aborts requests when the time is up. */
  signal: AbortSignal;
  /** Resolves with the work, or rejects with a `PaymentFailedError` when the time is up. */
  race: <T>(work: Promise<T>) => Promise<T>;
  /** Ends the deadline once the answer is given, so that nothing is aborted any more. */
  end: () => void;
}

/** Starts the time limit that a sheet has for one answer. */
export function startDeadline(lang: Lang): Deadline {
  const controller = new AbortController();
  const { signal } = controller;
  const late = () => new PaymentFailedError({}, core().networkMessage("timeout", lang));
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
