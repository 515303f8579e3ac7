import forms from "../components/form.module.css";
import styles from "../components/forms/choices.module.css";
import { useWords } from "../context/PageContext.tsx";
import type { PaymentMethodView } from "../core/types.ts";
import { Logos } from "./logos.tsx";
import { MethodBox, type Payer } from "./MethodBox.tsx";
import payments from "./payments.module.css";
import type { PaymentDesk } from "./usePayments.ts";

interface PaymentChoicesProps {
  methods: PaymentMethodView[];
  /** Id of the chosen way. */
  chosen: string;
  /** Sentence of the refusal; empty when the choice stands. */
  error: string;
  onChoose: (method: string) => void;
  /** Why a way cannot be chosen now, as a sentence; empty: it can. */
  refusal?: (method: string) => string;
  /** The provider's methods; `null`: there are none. */
  desk: PaymentDesk | null;
  payer: Payer | null;
}

/** The ways to pay; the chosen one's description and fields show under it. */
export function PaymentChoices(props: PaymentChoicesProps) {
  const { methods, chosen, error, onChoose, refusal, desk, payer } = props;
  const words = useWords();
  const own = useWords("payment");
  const country = payer?.billing.address.country ?? "";
  const shown = methods.filter((method) => !desk?.isHidden(method.id, country));
  const online = methods.some((method) => desk?.typeOf(method.id));
  return (
    <fieldset
      className={styles.choices}
      id="payment_method"
      tabIndex={-1}
      aria-describedby="payment_method-errore"
    >
      <legend className="visuallyHidden">{words.paymentMethod}</legend>
      {shown.length === 0 && <p className={forms.note}>{words.noPaymentMethods}</p>}
      {shown.map((method) => {
        const type = desk?.typeOf(method.id) ?? null;
        const refused = refusal?.(method.id) ?? "";
        const isChosen = chosen === method.id && !refused;
        const reason = `payment_method-${method.id}-motivo`;
        return (
          <div
            key={method.id}
            className={`${styles.method} ${type ? `${styles.online} ${payments.needsScripts}` : ""}`}
          >
            <label className={styles.choice}>
              <input
                type="radio"
                name="payment_method"
                value={method.id}
                checked={isChosen}
                disabled={refused !== ""}
                aria-describedby={refused ? reason : undefined}
                onChange={() => onChoose(method.id)}
              />
              <span>{method.title}</span>
              {type && <Logos of={type} />}
            </label>
            {refused && (
              <p id={reason} className={styles.refused}>
                {refused}
              </p>
            )}
            {type && desk && payer ? (
              <div className={styles.methodBox} data-open={isChosen || undefined}>
                <div>
                  <MethodBox
                    desk={desk}
                    type={type}
                    instructions={method.description}
                    chosen={isChosen}
                    payer={payer}
                  />
                </div>
              </div>
            ) : (
              method.description && (
                <div className={styles.methodText}>
                  <p>{method.description}</p>
                </div>
              )
            )}
          </div>
        );
      })}
      {online && <p className={payments.noScripts}>{own.noScripts}</p>}
      <p id="payment_method-errore" className={forms.error}>
        {error}
      </p>
    </fieldset>
  );
}
