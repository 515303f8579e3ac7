import type { Lang } from "../core/types.ts";
import { wordsOf } from "../i18n/words.ts";
import styles from "./payments.module.css";

/** What the dialog shows: the bank's challenge, a voucher to be paid elsewhere, a wallet's code, or a wait for the bank's app. */
export type ChallengeKind = "bank" | "voucher" | "wallet" | "app";

export interface Challenge {
  kind: ChallengeKind;
  /** Page in the frame; if empty, only a sentence is shown. */
  url: string;
  /** Origin of that page. */
  origin: string;
  lang: Lang;
  /** Resolves to whether the challenge is over. */
  ended: () => Promise<boolean>;
  /** Interval at which `ended` is polled. */
  pollMs: number;
}

/**
 * Shows one of the provider's pages in a dialog, until `ended` resolves to true or the shopper closes it. The native dialog traps
 * the focus and restores it.
 */
export function showChallenge({ kind, url, origin, lang, ended, pollMs }: Challenge): Promise<void> {
  const words = wordsOf(lang, "payment");
  const name = { bank: words.challenge, voucher: words.voucher, wallet: words.wallet, app: words.app }[kind];
  return new Promise((done) => {
    const dialog = document.createElement("dialog");
    dialog.className = styles.challenge ?? "";
    dialog.setAttribute("aria-label", name);
    const head = document.createElement("div");
    head.className = styles.challengeHead ?? "";
    const title = document.createElement("h2");
    title.textContent = name;
    const close = document.createElement("button");
    close.type = "button";
    close.className = styles.challengeClose ?? "";
    close.textContent = kind === "voucher" ? words.voucherOn : words.challengeCancel;
    head.append(title, close);
    const frame = document.createElement("iframe");
    frame.title = name;
    const wait = document.createElement("p");
    wait.textContent = words.appWait;
    wait.setAttribute("role", "status");
    if (url) frame.src = url;
    dialog.append(head, url ? frame : wait);

    let over = false;
    const finish = () => {
      if (over) return;
      over = true;
      clearInterval(timer);
      window.removeEventListener("message", onMessage);
      dialog.close();
      dialog.remove();
      done();
    };
    const checkEnded = async () => {
      if (await ended()) finish();
    };
    const onMessage = (event: MessageEvent) => {
      // The message only triggers a check: the intent's status is read from the provider.
      if (event.origin === origin && event.source === frame.contentWindow) void checkEnded();
    };
    const timer = setInterval(() => void checkEnded(), pollMs);
    window.addEventListener("message", onMessage);
    dialog.addEventListener("cancel", finish);
    close.addEventListener("click", finish);
    document.body.append(dialog);
    dialog.showModal();
  });
}
