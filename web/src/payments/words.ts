import { useLang } from "../context/PageContext.tsx";
import type { Lang, Wallet } from "../core/types.ts";

const it = {
  challenge: "Conferma con la tua banca",
  challengeCancel: "Annulla",
  voucher: "Il tuo bollettino",
  voucherOn: "Continua",
  wallet: "Conferma con l’app",
  app: "Conferma nell’app della tua banca",
  appWait: "Apri l’app della tua banca e conferma il pagamento: questa pagina va avanti da sola.",
  savedMethods: "Metodi salvati",
  newMethod: "Usa un nuovo metodo",
  newCard: "Usa una nuova carta",
  preferred: "predefinito",
  save: "Salva questo metodo per i prossimi acquisti",
  savedAnyway: "Questo metodo sarà salvato: serve per i rinnovi del tuo abbonamento.",
  code: "Codice a 6 cifre",
  codeHint: "Lo trovi nell’app della tua banca. Dura circa 2 minuti.",
  loading: "Caricamento del modulo di pagamento",
  processing: "Pagamento in corso: non chiudere la pagina.",
  dismiss: "Chiudi il messaggio",
  noScripts:
    "Per pagare con carta serve JavaScript: attivalo nel browser, oppure scegli uno degli altri metodi.",
  safe: "I dati della carta vanno direttamente al fornitore del pagamento: il negozio non li vede.",
  cards: "Visa, Mastercard, American Express",
};

export type PaymentWords = typeof it;

const en: PaymentWords = {
  challenge: "Confirm with your bank",
  challengeCancel: "Cancel",
  voucher: "Your payment slip",
  voucherOn: "Go on",
  wallet: "Confirm with the app",
  app: "Confirm in your bank’s app",
  appWait: "Open your bank’s app and confirm the payment: this page goes on by itself.",
  savedMethods: "Saved methods",
  newMethod: "Use a new method",
  newCard: "Use a new card",
  preferred: "default",
  save: "Save this method for your next purchases",
  savedAnyway: "This method will be saved: your subscription’s renewals need it.",
  code: "6-digit code",
  codeHint: "You find it in your bank’s app. It lasts about 2 minutes.",
  loading: "Loading the payment form",
  processing: "Payment in progress: do not close the page.",
  dismiss: "Close the message",
  noScripts:
    "Paying by card needs JavaScript: switch it on in your browser, or choose one of the other methods.",
  safe: "Card details go straight to the payment provider: the shop never sees them.",
  cards: "Visa, Mastercard, American Express",
};

/** The names under which shoppers know the wallets; no language translates them. */
export const WALLET_NAMES: Record<Wallet, string> = {
  apple_pay: "Apple Pay",
  google_pay: "Google Pay",
  amazon_pay: "Amazon Pay",
  link: "Link",
};

/** The words of a language. */
export const paymentWords = (lang: Lang): PaymentWords => (lang === "en" ? en : it);

/** The words of the page's language. */
export function usePaymentWords(): PaymentWords {
  return paymentWords(useLang());
}
