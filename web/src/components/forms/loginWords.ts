import { useLang } from "../../context/PageContext.tsx";

const it = {
  logIn: "Accedi",
  login: "E-mail o nome utente",
  password: "Password",
  remember: "Resta connesso su questo dispositivo",
  lostPassword: "Password dimenticata?",
  register: "Crea un account",
  registerTitle: "Non hai ancora un account?",
};

const en: typeof it = {
  logIn: "Log in",
  login: "Email or user name",
  password: "Password",
  remember: "Stay logged in on this device",
  lostPassword: "Lost your password?",
  register: "Create an account",
  registerTitle: "No account yet?",
};

/** The words of logging in, in the page's language; they come with what shows them. */
export function useLoginWords(): typeof it {
  return useLang() === "en" ? en : it;
}
