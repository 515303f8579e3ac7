import forms from "../components/form.module.css";
import styles from "../components/forms/choices.module.css";
import { useWords } from "../context/PageContext.tsx";
import type { PaymentMethodView } from "../core/types.ts";
import { Logos } from "./logos.tsx";
import { MethodBox, type Payer } from "./MethodBox.tsx";
import paymentStyles from "./payments.module.css";
import type { Payments } from "./usePayments.ts";

interface PaymentChoicesProps {
  methods: PaymentMethodView[];
  /** Id of the chosen payment method. */
  chosen: string;
  /** Validation message; empty if the choice is valid. */
  error: string;
  onChoose: (method: string) => void;
  /** Returns why a method cannot be chosen now, as a sentence; empty if it can. */
  unavailableReason?: (method: string) => string;
  /** The provider's methods; `null` if there are none. */
  payments: Payments | null;
  payer: Payer | null;
}

/** The payment methods as radio buttons; the description and fields of the chosen one are shown under it. */
export function PaymentChoices(props: PaymentChoicesProps) {
  const { methods, chosen, error, onChoose, unavailableReason, payments, payer } = props;
  const words = useWords();
  const paymentWords = useWords("payment");
  const country = payer?.billing.address.country ?? "";
  const visible = methods.filter((method) => !payments?.isHidden(method.id, country));
  const online = methods.some((method) => payments?.providerType(method.id));
  return (
    <fieldset
      className={styles.choices}
      id="payment_method"
      tabIndex={-1}
      aria-describedby="payment_method-errore"
    >
      <legend className="visuallyHidden">{words.paymentMethod}</legend>
      {visible.length === 0 && <p className={forms.note}>{words.noPaymentMethods}</p>}
      {visible.map((method) => {
        const type = payments?.providerType(method.id) ?? null;
        const reason = unavailableReason?.(method.id) ?? "";
        const isChosen = chosen === method.id && !reason;
        const reasonId = `payment_method-${method.id}-motivo`;
        return (
          <div
            key={method.id}
            className={`${styles.method} ${type ? `${styles.online} ${paymentStyles.needsScripts}` : ""}`}
          >
            <label className={styles.choice}>
              <input
                type="radio"
                name="payment_method"
                value={method.id}
                checked={isChosen}
                disabled={reason !== ""}
                aria-describedby={reason ? reasonId : undefined}
                onChange={() => onChoose(method.id)}
              />
              <span>{method.title}</span>
              {type && <Logos method={type} />}
            </label>
            {reason && (
              <p id={reasonId} className={styles.refused}>
                {reason}
              </p>
            )}
            {type && payments && payer ? (
              <div className={styles.methodBox} data-open={isChosen || undefined}>
                <div>
                  <MethodBox
                    payments={payments}
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
      {online && <p className={paymentStyles.noScripts}>{paymentWords.noScripts}</p>}
      <p id="payment_method-errore" className={forms.error}>
        {error}
      </p>
    </fieldset>
  );
}
