import type { Lang } from "../core/types.ts";
import { wordsOf } from "../i18n/words.ts";
import styles from "./payments.module.css";

/** What is shown: the bank's question, a slip to be paid elsewhere, a wallet's code, or that the bank's app is waited for. */
export type ChallengeKind = "bank" | "voucher" | "wallet" | "app";

export interface Challenge {
  kind: ChallengeKind;
  /** Page in the frame; empty: there is none, and only a sentence is shown. */
  url: string;
  /** Origin of that page. */
  origin: string;
  lang: Lang;
  /** Whether it is over. */
  ended: () => Promise<boolean>;
  /** How often that is asked. */
  pollMs: number;
}

/**
 * Shows a page of the provider's in a frame over the page, until `ended` says so or the shopper closes it. The browser's own dialog
 * keeps the focus inside and gives it back.
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
      window.removeEventListener("message", hear);
      dialog.close();
      dialog.remove();
      done();
    };
    const look = async () => {
      if (await ended()) finish();
    };
    const hear = (event: MessageEvent) => {
      // Only that it is worth looking; what became of the intent is read from the provider.
      if (event.origin === origin && event.source === frame.contentWindow) void look();
    };
    const timer = setInterval(() => void look(), pollMs);
    window.addEventListener("message", hear);
    dialog.addEventListener("cancel", finish);
    close.addEventListener("click", finish);
    document.body.append(dialog);
    dialog.showModal();
  });
}
