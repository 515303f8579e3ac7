import { useLang } from "../../context/PageContext.tsx";

const it = {
  login: "Serve un account",
  logIn: "Accedi o registrati",
  cancel: "Annulla",
  declare: "Prima di pagare",
  declareHint: (wallet: string) => `Spunta qui sotto, poi premi di nuovo ${wallet}.`,
  declared: (wallet: string) => `Tutto pronto: premi ${wallet}.`,
  mustTick: "Spunta questa casella per continuare.",
  refreshing: "Aggiorno il totale…",
  opening: "Apro il portafoglio…",
};

type ExpressWords = typeof it;

const en: ExpressWords = {
  login: "An account is needed",
  logIn: "Log in or register",
  cancel: "Cancel",
  declare: "Before you pay",
  declareHint: (wallet) => `Tick the box below, then press ${wallet} again.`,
  declared: (wallet) => `All set: press ${wallet}.`,
  mustTick: "Tick this box to go on.",
  refreshing: "Updating the total…",
  opening: "Opening the wallet…",
};

/** The words of the page's language. */
export const useExpressWords = (): ExpressWords => (useLang() === "en" ? en : it);
