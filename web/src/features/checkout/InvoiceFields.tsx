import forms from "../../components/form.module.css";
import { useWords } from "../../context/PageContext.tsx";
import { Field } from "../../ui/Field.tsx";
import styles from "./CheckoutPageView.module.css";
import type { Checkout } from "./useCheckout.ts";

const BUYERS = ["consumer", "business", "public_body"] as const;

/** The request for an electronic invoice: who is invoiced, by which number, and where it goes. */
export function InvoiceFields({ checkout }: { checkout: Checkout }) {
  const words = useWords("checkout");
  const { invoice, changeInvoice, errorOf, leave } = checkout;
  const business = invoice.buyer !== "consumer";
  const italian = checkout.form.billing.country === "IT";
  const text = (
    name: "vat_number" | "tax_code" | "sdi_code" | "pec",
    label: string,
    required: boolean,
    hint?: string,
  ) => (
    <Field id={name} label={label} required={required} error={errorOf(name)} hint={hint}>
      {(control) => (
        <input
          {...control}
          name={name}
          type={name === "pec" ? "email" : "text"}
          autoCapitalize={name === "pec" ? "none" : "characters"}
          spellCheck={false}
          value={invoice[name]}
          onChange={(event) => changeInvoice({ [name]: event.currentTarget.value })}
          onBlur={() => leave(name)}
        />
      )}
    </Field>
  );
  return (
    <div className={styles.invoice}>
      <label className={forms.check}>
        <input
          type="checkbox"
          name="invoice_requested"
          value="1"
          checked={invoice.requested}
          onChange={(event) => changeInvoice({ requested: event.currentTarget.checked })}
        />
        <span>{words.wantInvoice}</span>
      </label>
      <div className={styles.invoiceFields}>
        <fieldset className={styles.buyers}>
          <legend>{words.invoiceTo}</legend>
          {BUYERS.map((buyer) => (
            <label key={buyer} className={forms.check}>
              <input
                type="radio"
                name="invoice_buyer"
                value={buyer}
                checked={invoice.buyer === buyer}
                onChange={() => changeInvoice({ buyer })}
              />
              <span>{words.invoiceBuyers[buyer]}</span>
            </label>
          ))}
        </fieldset>
        {business && text("vat_number", words.vatNumber, !italian)}
        {italian && text("tax_code", words.taxCode, !business, business ? words.taxCodeWhy : undefined)}
        {business && italian && text("sdi_code", words.sdiCode, false, words.sdiWhy)}
        {business && italian && text("pec", words.pec, false)}
      </div>
    </div>
  );
}
