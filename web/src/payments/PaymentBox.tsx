import { useCallback, useEffect, useId, useMemo, useRef, useState } from "react";
import forms from "../components/form.module.css";
import { Icon } from "../components/Icon.tsx";
import { useLang, useWords } from "../context/PageContext.tsx";
import { core } from "../core/core.ts";
import { Field } from "../ui/Field.tsx";
import { type Look, pageLook } from "./appearance.ts";
import { type Collector, collect, formStart, NEW_METHOD, savingForm, startIntent } from "./collect.ts";
import type { BillingDetails, Fields } from "./elements.ts";
import type { MadeIntent } from "./gatewayCalls.ts";
import { later } from "./later.ts";
import styles from "./payments.module.css";
import { SavedMethods } from "./SavedMethods.tsx";
import type { PaymentTools } from "./tools.ts";
import { useSettled } from "./useSettled.ts";

export interface PaymentBoxProps {
  tools: PaymentTools;
  /** The provider's id of the method: `card`. */
  type: string;
  /** The merchant's words about it. */
  instructions: string;
  billing: BillingDetails;
  /** "Create an account" is ticked. */
  createsAccount: boolean;
  /** Takes what the order needs of this method, when it is sent. */
  onCollector: (collector: Collector | null) => void;
}

/** All that belongs to one method of the provider's: saved ones, the fields of a new one, whether it is kept. */
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
  const place = useRef<HTMLDivElement>(null);
  const config = settings.paymentMethodsConfig[type];
  const types = useMemo(
    () => core().chosenTypes(type, Object.keys(settings.paymentMethodsConfig)),
    [type, settings.paymentMethodsConfig],
  );
  // A method without a choice of its own is chosen among those of the one whose form it is a part of.
  const saved = useMemo(() => settings.saved.filter(({ kind }) => types.includes(kind)), [settings, types]);
  const [token, setToken] = useState(() => String(saved[0]?.id ?? NEW_METHOD));
  const [ticked, setTicked] = useState(false);
  const [code, setCode] = useState("");
  const [codeSent, setCodeSent] = useState(false);
  const [look, setLook] = useState<Look | null>(null);
  const [failed, setFailed] = useState(!provider);
  const [fields] = useState(() => later<Fields | null>());
  const intent = useRef<Promise<MadeIntent | null>>(Promise.resolve(null));
  const settled = useSettled(billing);

  const title = config?.title ?? type;
  const usesSaved = token !== NEW_METHOD;
  // What the fields are opened for; it follows the page's total, and the fields keep what was typed.
  const { cartTotal, currency } = settings;
  const mode = useMemo(() => core().intentMode(cartTotal, currency), [cartTotal, currency]);
  const setsUp = mode.mode === "setup";
  const plan = core().savingPlan(savingForm(settings, type, { createsAccount, ticked, usesSaved, setsUp }));
  const byCode = config?.group === "bank_code";
  const codeErrors = byCode ? core().mobileCodeErrors(code, title, codeSent) : [];
  const codeText = codeErrors[0] ? core().messageText(codeErrors[0].code, codeErrors[0].params, lang) : "";

  // That a wallet may refuse a large amount.
  const noticeCode = core().paymentAmountNotice(type, settings.cartTotal);
  const notice = noticeCode ? core().messageText(noticeCode, { wallet: title }, lang) : "";

  useEffect(() => {
    if (place.current) setLook(pageLook(place.current, settings, saver));
  }, [settings, saver]);
  const start = formStart(settings, type);
  useEffect(() => {
    let gone = false;
    intent.current = startIntent(start, calls, type);
    intent.current.catch(() => {
      if (!gone) setFailed(true);
    });
    return () => {
      gone = true;
    };
  }, [start, calls, type]);

  // Where they cannot be shown, nobody waits for them.
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
    <div ref={place} className={styles.box}>
      {instructions && <p className={styles.instructions}>{instructions}</p>}
      {notice && <p className={styles.instructions}>{notice}</p>}
      {saved.length > 0 && <SavedMethods saved={saved} chosen={token} onChoose={setToken} />}
      {failed && !usesSaved && (
        <p className={styles.loadError} role="alert">
          {core().messageText("payment_load_failed", { method: title }, lang)}
        </p>
      )}
      {/* A saved method hides the fields and keeps what was typed into them. */}
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
                  // An emptied field is not marked until it is sent again.
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
