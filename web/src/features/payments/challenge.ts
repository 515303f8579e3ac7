import type { Lang } from "../../core/types.ts";
import styles from "./payments.module.css";
import { paymentWords } from "./words.ts";

/**
 * Shows the page on which the bank asks the shopper, in a frame over the page, until `ended` says so or the shopper closes it.
 * The browser's own dialog keeps the focus inside and gives it back.
 */
export function showChallenge(
  url: string,
  origin: string,
  lang: Lang,
  ended: () => Promise<boolean>,
  pollMs: number,
): Promise<void> {
  const words = paymentWords(lang);
  return new Promise((done) => {
    const dialog = document.createElement("dialog");
    dialog.className = styles.challenge ?? "";
    dialog.setAttribute("aria-label", words.challenge);
    const head = document.createElement("div");
    head.className = styles.challengeHead ?? "";
    const title = document.createElement("h2");
    title.textContent = words.challenge;
    const close = document.createElement("button");
    close.type = "button";
    close.className = styles.challengeClose ?? "";
    close.textContent = words.challengeCancel;
    head.append(title, close);
    const frame = document.createElement("iframe");
    frame.title = words.challenge;
    frame.src = url;
    dialog.append(head, frame);

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
