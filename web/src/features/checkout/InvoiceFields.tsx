import forms from "../../components/form.module.css";
import type { Vat } from "../../components/vat/useVatField.ts";
import { VatField } from "../../components/vat/VatField.tsx";
import { useWords } from "../../context/PageContext.tsx";
import { useHydrated } from "../../context/useHydrated.ts";
import { Field } from "../../ui/Field.tsx";
import styles from "./CheckoutPageView.module.css";
import type { Checkout } from "./useCheckout.ts";
import { VAT_FIELD } from "./useCheckoutVat.ts";
import { useInvoiceNumber } from "./useInvoiceNumber.ts";

const BUYERS = ["consumer", "business", "public_body"] as const;

interface InvoiceFieldsProps {
  checkout: Checkout;
  /** The VAT number field for businesses of other countries, whose valid number removes the tax; `null` if it is not shown. */
  vat: Vat | null;
}

/** The request for an electronic invoice: the buyer, the tax numbers, and the delivery address of the invoice. */
export function InvoiceFields({ checkout, vat }: InvoiceFieldsProps) {
  const words = useWords("checkout");
  const hydrated = useHydrated();
  const { invoice, changeInvoice, errorOf, leave } = checkout;
  // A sale is exempt only with an invoice to the VAT number, so the request cannot be withdrawn.
  const exempt = vat?.state.visible === true && vat.state.field.status === "valid";
  const requested = invoice.requested || exempt;
  const buyer = exempt ? "business" : invoice.buyer;
  const business = buyer !== "consumer";
  const italian = checkout.form.billing.country === "IT";
  const checkedVat = hydrated && requested && buyer === "business" && vat?.state.visible ? vat : null;
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
  useInvoiceNumber(checkedVat, checkout);
  return (
    <div className={styles.invoice}>
      <label className={forms.check}>
        <input
          type="checkbox"
          name="invoice_requested"
          value="1"
          checked={requested}
          disabled={exempt}
          onChange={(event) => changeInvoice({ requested: event.currentTarget.checked })}
        />
        <span>{words.wantInvoice}</span>
      </label>
      <div className={styles.invoiceFields}>
        <fieldset className={styles.buyers}>
          <legend>{words.invoiceTo}</legend>
          {BUYERS.map((one) => (
            <label key={one} className={forms.check}>
              <input
                type="radio"
                name="invoice_buyer"
                value={one}
                checked={buyer === one}
                disabled={exempt && one !== buyer}
                onChange={() => changeInvoice({ buyer: one })}
              />
              <span>{words.invoiceBuyers[one]}</span>
            </label>
          ))}
        </fieldset>
        {business && !checkedVat && text("vat_number", words.vatNumber, !italian)}
        {business && checkedVat && (
          <>
            <input type="hidden" name="vat_number" value={invoice.vat_number} />
            <VatField
              vat={checkedVat}
              name={VAT_FIELD}
              label={words.vatNumber}
              hint={words.vatFieldHint}
              error={errorOf("vat_number")}
              onTyped={() => checkout.edited("vat_number")}
            />
          </>
        )}
        {italian && text("tax_code", words.taxCode, !business, business ? words.taxCodeWhy : undefined)}
        {business && italian && text("sdi_code", words.sdiCode, false, words.sdiWhy)}
        {business && italian && text("pec", words.pec, false)}
      </div>
    </div>
  );
}
