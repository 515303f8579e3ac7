import { useWords } from "../../app/PageContext.tsx";
import forms from "../../components/form.module.css";
import type { PaymentMethodView } from "../../core/types.ts";
import styles from "./CheckoutPageView.module.css";

interface PaymentChoicesProps {
  methods: PaymentMethodView[];
  /** Id of the chosen way. */
  chosen: string;
  /** Sentence of the refusal; empty when the choice stands. */
  error: string;
  onChoose: (method: string) => void;
}

/** The ways to pay; the chosen one's description shows under it. */
export function PaymentChoices({ methods, chosen, error, onChoose }: PaymentChoicesProps) {
  const words = useWords();
  return (
    <fieldset
      className={styles.choices}
      id="payment_method"
      tabIndex={-1}
      aria-describedby="payment_method-errore"
    >
      <legend className="visuallyHidden">{words.paymentMethod}</legend>
      {methods.length === 0 && <p className={forms.note}>{words.noPaymentMethods}</p>}
      {methods.map((method) => (
        <div key={method.id} className={styles.method}>
          <label className={styles.choice}>
            <input
              type="radio"
              name="payment_method"
              value={method.id}
              checked={chosen === method.id}
              onChange={() => onChoose(method.id)}
            />
            <span>{method.title}</span>
          </label>
          {method.description && (
            <div className={styles.methodText}>
              <p>{method.description}</p>
            </div>
          )}
        </div>
      ))}
      <p id="payment_method-errore" className={forms.error}>
        {error}
      </p>
    </fieldset>
  );
}
