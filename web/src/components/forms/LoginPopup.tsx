import { createPortal } from "react-dom";
import { scripts } from "../../../pkg/words/login.ts";
import { fetchPage } from "../../api/pageRequest.ts";
import { useWords } from "../../context/PageContext.tsx";
import { inLanguage } from "../../core/address.ts";
import { loadRules } from "../../core/load.ts";
import type { Lang } from "../../core/types.ts";
import { loadWords } from "../../i18n/words.ts";
import { Dialog } from "../Dialog.tsx";
import { LoginForm } from "./LoginForm.tsx";
import styles from "./LoginPopup.module.css";

/** What the login's form needs of the server. */
export interface LoginNeeds {
  nonce: string;
  registration: boolean;
  /** Where to go on: this page. */
  redirect: string;
}

/** Fetches what the window needs; throws when it cannot, or when somebody is logged in already. */
export async function loadLogin(lang: Lang): Promise<LoginNeeds> {
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

/** The login as a window over the page. */
export function LoginPopup({ needs, onClose }: { needs: LoginNeeds; onClose: () => void }) {
  const words = useWords("login");
  // Beside the page, not within the header that opens it: a window has a heading of its own.
  return createPortal(
    <Dialog open onClose={onClose} title={words.logIn} side="right">
      <div className={styles.popup}>
        <LoginForm idPrefix="popup_" nonce={needs.nonce} login="" redirect={needs.redirect} errors={[]} />
        {needs.registration && (
          <p>
            {words.registerTitle} <a href="/my-account/">{words.register}</a>
          </p>
        )}
      </div>
    </Dialog>,
    document.body,
  );
}
