import { useCallback, useEffect, useId, useMemo, useRef, useState } from "react";
import forms from "../components/form.module.css";
import { useLang, useWords } from "../context/PageContext.tsx";
import { core } from "../core/core.ts";
import { Field } from "../ui/Field.tsx";
import { Icon } from "../ui/Icon.tsx";
import { type Look, pageLook } from "./appearance.ts";
import { type Collector, collect, formStart, NEW_METHOD, savingForm, startIntent } from "./collect.ts";
import { deferred } from "./deferred.ts";
import type { BillingDetails, Fields } from "./elements.ts";
import type { CreatedIntent } from "./gatewayCalls.ts";
import styles from "./payments.module.css";
import { SavedMethods } from "./SavedMethods.tsx";
import type { PaymentTools } from "./tools.ts";
import { useSettled } from "./useSettled.ts";

export interface PaymentBoxProps {
  tools: PaymentTools;
  /** The provider's id of the method, e.g. `card`. */
  type: string;
  /** The merchant's instructions for paying with this method. */
  instructions: string;
  billing: BillingDetails;
  /** Whether "Create an account" is ticked. */
  createsAccount: boolean;
  /** Receives the function that collects this method's order fields at submission. */
  onCollector: (collector: Collector | null) => void;
}

/** Everything that belongs to one of the provider's methods: saved methods, the fields of a new one, and whether to save it. */
export function PaymentBox({
  tools,
  type,
  instructions,
  billing,
  createsAccount,
  onCollector,
}: PaymentBoxProps) {
  const lang = useLang();
  const words = useWords("payment");
  const { provider, settings, saver, calls } = tools;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const config = settings.paymentMethodsConfig[type];
  const types = useMemo(
    () => core().chosenTypes(type, Object.keys(settings.paymentMethodsConfig)),
    [type, settings.paymentMethodsConfig],
  );
  // Saved methods without a radio button of their own are listed under the method whose form includes them.
  const saved = useMemo(() => settings.saved.filter(({ kind }) => types.includes(kind)), [settings, types]);
  const [token, setToken] = useState(() => String(saved[0]?.id ?? NEW_METHOD));
  const [ticked, setTicked] = useState(false);
  const [code, setCode] = useState("");
  const [codeSent, setCodeSent] = useState(false);
  const [look, setLook] = useState<Look | null>(null);
  const [failed, setFailed] = useState(!provider);
  const [fields] = useState(() => deferred<Fields | null>());
  const intent = useRef<Promise<CreatedIntent | null>>(Promise.resolve(null));
  const settled = useSettled(billing);

  const title = config?.title ?? type;
  const usesSaved = token !== NEW_METHOD;
  // The payment mode follows the page's total without clearing what was typed into the fields.
  const { cartTotal, currency } = settings;
  const mode = useMemo(() => core().intentMode(cartTotal, currency), [cartTotal, currency]);
  const setsUp = mode.mode === "setup";
  const plan = core().savingPlan(savingForm(settings, type, { createsAccount, ticked, usesSaved, setsUp }));
  const byCode = config?.group === "bank_code";
  const codeErrors = byCode ? core().mobileCodeErrors(code, title, codeSent) : [];
  const codeText = codeErrors[0] ? core().messageText(codeErrors[0].code, codeErrors[0].params, lang) : "";

  // Some wallets refuse large amounts.
  const noticeCode = core().paymentAmountNotice(type, settings.cartTotal);
  const notice = noticeCode ? core().messageText(noticeCode, { wallet: title }, lang) : "";

  useEffect(() => {
    if (box.current) setLook(pageLook(box.current, settings, saver));
  }, [settings, saver]);
  const start = formStart(settings, type);
  useEffect(() => {
    let cancelled = false;
    intent.current = startIntent(start, calls, type);
    intent.current.catch(() => {
      if (!cancelled) setFailed(true);
    });
    return () => {
      cancelled = true;
    };
  }, [start, calls, type]);

  // If the fields cannot be shown, release everyone who waits for them.
  useEffect(() => {
    if (failed) fields.set(null);
  }, [failed, fields]);

  const latest = useRef({ billing, token, plan, code });
  latest.current = { billing, token, plan, code };
  const collector = useCallback<Collector>(() => {
    const { billing, token, plan, code } = latest.current;
    if (byCode) setCodeSent(true);
    const typed = { fields: fields.get(), intent: intent.current, billing, token, saves: plan.saves, code };
    return collect(tools, type, typed);
  }, [tools, type, byCode, fields]);
  useEffect(() => {
    onCollector(collector);
    return () => onCollector(null);
  }, [collector, onCollector]);

  const loadError = useCallback(() => setFailed(true), []);

  return (
    <div ref={box} className={styles.box}>
      {instructions && <p className={styles.instructions}>{instructions}</p>}
      {notice && <p className={styles.instructions}>{notice}</p>}
      {saved.length > 0 && <SavedMethods saved={saved} chosen={token} onChoose={setToken} />}
      {failed && !usesSaved && (
        <p className={styles.loadError} role="alert">
          {core().messageText("payment_load_failed", { method: title }, lang)}
        </p>
      )}
      {/* Choosing a saved method hides the fields but preserves what was typed into them. */}
      <div hidden={usesSaved}>
        {byCode && (
          <Field id={`${id}code`} label={words.code} required error={codeText} hint={words.codeHint}>
            {(control) => (
              <input
                {...control}
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={12}
                value={code}
                onChange={(event) => {
                  setCode(event.currentTarget.value);
                  // An emptied field is not marked as invalid until the next submission.
                  if (event.currentTarget.value === "") setCodeSent(false);
                }}
                onBlur={() => setCodeSent(false)}
              />
            )}
          </Field>
        )}
        {look && !failed
          ? provider?.renderFields({
              method: type,
              types,
              title,
              intent: mode,
              look,
              billing: settled,
              saves: plan.saves,
              terms: plan.terms,
              onReady: fields.set,
              onLoadError: loadError,
            })
          : null}
      </div>
      {plan.box_visible && !plan.forced && (
        <label className={forms.check}>
          <input
            type="checkbox"
            checked={ticked}
            onChange={(event) => setTicked(event.currentTarget.checked)}
          />
          <span>{words.save}</span>
        </label>
      )}
      {plan.forced && !usesSaved && <p className={styles.instructions}>{words.savedAnyway}</p>}
      {type === "card" && !usesSaved && (
        <p className={styles.safe}>
          <Icon name="shield" />
          {words.safe}
        </p>
      )}
    </div>
  );
}
