import { useEffect, useRef } from "react";
import forms from "../../components/form.module.css";
import { TermsText } from "../../components/forms/TermsText.tsx";
import { RequiredCheckbox } from "../../components/RequiredCheckbox.tsx";
import { useLang, useWords } from "../../context/PageContext.tsx";
import { core } from "../../core/core.ts";
import styles from "./express.module.css";
import { isDeclared, type OfferDeclarations } from "./flow.ts";
import type { Express } from "./useExpress.ts";

interface DeclarationsProps {
  express: Express;
  declarations: OfferDeclarations;
  termsPath: string;
  /** Name of the wallet that was pressed. */
  wallet: string;
}

/**
 * The declarations that the shopper must make before a wallet opens. They appear once a button is pressed without them, and take
 * the focus.
 */
export function Declarations({ express, declarations, termsPath, wallet }: DeclarationsProps) {
  const common = useWords();
  const words = useWords("express");
  const lang = useLang();
  const ref = useRef<HTMLFieldSetElement>(null);
  const { declared, setDeclared } = express;
  useEffect(() => ref.current?.querySelector<HTMLInputElement>("input:not(:checked)")?.focus(), []);
  const error = (ticked: boolean) => (ticked ? "" : words.mustTick);
  const change = (part: Partial<typeof declared>) => setDeclared((before) => ({ ...before, ...part }));
  return (
    <fieldset ref={ref} className={styles.declarations}>
      <legend>{words.declare}</legend>
      <p role="status">
        {isDeclared(declarations, declared) ? words.declared(wallet) : words.declareHint(wallet)}
      </p>
      {declarations.minAge !== null && (
        <RequiredCheckbox
          name="express_age"
          ticked={declared.age_confirmed}
          error={error(declared.age_confirmed)}
          onChange={(age_confirmed) => change({ age_confirmed })}
        >
          {core().messageText("age_confirm", { years: String(declarations.minAge) }, lang)}
        </RequiredCheckbox>
      )}
      {declarations.files && (
        <label className={forms.check}>
          <input
            type="checkbox"
            checked={declared.files_consent}
            onChange={(event) => change({ files_consent: event.currentTarget.checked })}
          />
          <span>{core().messageText("files_consent", {}, lang)}</span>
        </label>
      )}
      {declarations.terms && (
        <RequiredCheckbox
          name="express_terms"
          ticked={declared.terms}
          error={error(declared.terms)}
          onChange={(terms) => change({ terms })}
          below={<TermsText path={termsPath} label={common.readTerms} />}
        >
          {common.acceptTerms} {common.terms}
        </RequiredCheckbox>
      )}
    </fieldset>
  );
}
