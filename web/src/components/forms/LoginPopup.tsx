import { createPortal } from "react-dom";
import { scripts } from "../../../pkg/words/login.ts";
import { fetchPage } from "../../api/pageRequest.ts";
import { useWords } from "../../context/PageContext.tsx";
import { inLanguage } from "../../core/address.ts";
import { loadRules } from "../../core/load.ts";
import type { Lang } from "../../core/types.ts";
import { loadWords } from "../../i18n/words.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { Link } from "../../ui/Link.tsx";
import { LoginForm } from "./LoginForm.tsx";
import styles from "./LoginPopup.module.css";

/** Data from the server that the login form needs. */
export interface LoginData {
  nonce: string;
  registration: boolean;
  /** Page to return to: the current one. */
  redirect: string;
}

/** Loads what the popup needs; throws if that fails or the visitor is already logged in. */
export async function loadLogin(lang: Lang): Promise<LoginData> {
  const url = new URL(inLanguage("/my-account/"), window.location.href);
  const [{ data }] = await Promise.all([
    fetchPage(url, AbortSignal.timeout(10_000)),
    loadRules("checkout"),
    loadWords(lang, scripts),
  ]);
  if (data.page.kind !== "account" || data.page.section.name !== "entry") throw new Error("logged in");
  return {
    nonce: data.page.nonce,
    registration: data.page.section.registration,
    redirect: window.location.pathname + window.location.search,
  };
}

/** Login form in a popup over the page. */
export function LoginPopup({ needs, onClose }: { needs: LoginData; onClose: () => void }) {
  const words = useWords("login");
  // Rendered at the end of the body, not within the header that opens it, as the popup has its own heading.
  return createPortal(
    <Dialog open onClose={onClose} title={words.logIn} side="right">
      <div className={styles.popup}>
        <LoginForm idPrefix="popup_" nonce={needs.nonce} login="" redirect={needs.redirect} errors={[]} />
        {needs.registration && (
          <p>
            {words.registerTitle} <Link href="/my-account/">{words.register}</Link>
          </p>
        )}
      </div>
    </Dialog>,
    document.body,
  );
}
