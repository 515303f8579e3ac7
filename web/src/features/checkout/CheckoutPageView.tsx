import { CartNotices } from "../../components/CartNotices.tsx";
import forms from "../../components/form.module.css";
import { AddressFields } from "../../components/forms/AddressFields.tsx";
import { ErrorSummary } from "../../components/forms/ErrorSummary.tsx";
import { PurchaseLimits } from "../../components/PurchaseLimits.tsx";
import { useVatField } from "../../components/vat/useVatField.ts";
import { VatField } from "../../components/vat/VatField.tsx";
import { CouponContext } from "../../context/cart/couponCalls.ts";
import { dueNow } from "../../context/cart/dueNow.ts";
import { useFormat, useWords } from "../../context/PageContext.tsx";
import { useHydrated } from "../../context/useHydrated.ts";
import { core } from "../../core/core.ts";
import type { CheckoutPage } from "../../core/types.ts";
import { ExpressArea } from "../../payments/express/ExpressArea.tsx";
import { PaymentOverlay } from "../../payments/PaymentOverlay.tsx";
import { usePayments } from "../../payments/usePayments.ts";
import button from "../../ui/button.module.css";
import { Field } from "../../ui/Field.tsx";
import { Form, Link } from "../../ui/Link.tsx";
import { Notices } from "../../ui/Notices.tsx";
import { AccountFields } from "./AccountFields.tsx";
import { AttributionInputs } from "./AttributionInputs.tsx";
import styles from "./CheckoutPageView.module.css";
import { DeliveryChoices } from "./DeliveryChoices.tsx";
import { FinishOrder } from "./FinishOrder.tsx";
import { FurtherFields } from "./FurtherFields.tsx";
import { InvoiceFields } from "./InvoiceFields.tsx";
import { LoginToggle } from "./LoginToggle.tsx";
import { OrderRequests } from "./OrderRequests.tsx";
import { OrderSummary } from "./OrderSummary.tsx";
import { PaymentMethods } from "./PaymentMethods.tsx";
import { ShippingRates } from "./ShippingRates.tsx";
import { useBlockChoices } from "./useBlockChoices.ts";
import { useCheckout } from "./useCheckout.ts";
import { useCheckoutCart } from "./useCheckoutCart.ts";
import { useCheckoutVat, VAT_FIELD } from "./useCheckoutVat.ts";
import { useClassicCoupons } from "./useClassicCoupons.ts";
import { useTotalsRefresh } from "./useTotalsRefresh.ts";

/** `/checkout/`: contact, delivery, payment, then the order itself. */
export function CheckoutPageView({ page }: { page: CheckoutPage }) {
  const words = useWords("checkout");
  const format = useFormat();
  const shownCart = useCheckoutCart(page.cart);
  const payments = usePayments(page.gateway, dueNow(shownCart.cart));
  const vat = useVatField(page.vat);
  const checkout = useCheckout(page, shownCart, payments, vat);
  const { cart, form, errorOf, change, submitting } = checkout;
  const { refresh, review, recalculate } = useTotalsRefresh(page, checkout);
  useCheckoutVat(vat, form, recalculate);
  useBlockChoices(page, form);
  const coupons = useClassicCoupons(page, form.billing.email);
  // Third-party scripts know the block form's field under another name.
  const notes = page.form_kind === "block" ? "order-notes" : "order_comments";
  const errors = checkout.errors.map((error) =>
    error.field === "order_comments" ? { ...error, field: notes } : error,
  );
  // Without scripts the fields are always present, and the style sheet shows them when the checkbox is ticked.
  const hydrated = useHydrated();
  return (
    <CouponContext value={coupons}>
      <h1 tabIndex={-1} className={styles.title}>
        {words.checkout}
      </h1>
      <Link className={styles.toSummary} href="#riepilogo">
        {words.showSummary(format.minor(cart.totals.total_price))}
      </Link>
      <PurchaseLimits />
      <Notices notices={page.notices} />
      <CartNotices />
      <ErrorSummary
        errors={errors}
        attempts={checkout.attempts}
        scroll_ms={core().checkoutTimings().notice_scroll_ms}
      />
      {page.login_offered && page.login_nonce && <LoginToggle nonce={page.login_nonce} />}
      <ExpressArea
        settings={page.express}
        placement={{ kind: "checkout", ordering: submitting }}
        onFailure={payments ? checkout.paymentFailed : undefined}
      />
      <div className={styles.columns}>
        <Form
          id="cassa"
          className={`woocommerce-checkout checkout ${styles.form}`}
          method="post"
          action="/checkout/"
          noValidate
          aria-busy={submitting || payments?.processing}
          data-processing={payments?.processing || undefined}
          onSubmit={(event) => {
            event.preventDefault();
            void checkout.submit(event.currentTarget, () => void review("answer"));
          }}
        >
          <input
            type="hidden"
            name="woocommerce-process-checkout-nonce"
            value={page.process_checkout_nonce}
          />
          <input type="hidden" name="terms-field" value="1" />
          <input type="hidden" name="checkout_attempt" value={page.attempt} />
          <AttributionInputs names={page.attribution_fields} />
          <section className={styles.part}>
            <h2>{words.contact}</h2>
            <AddressFields
              kind="billing"
              checkout={checkout}
              refresh={refresh}
              shows={(rule) => rule.field === "email"}
            />
            <AccountFields checkout={checkout} />
            <FurtherFields page={page} checkout={checkout} location="contact" />
          </section>
          <section className={styles.part}>
            <h2>{cart.needs_shipping ? words.delivery : words.billingAddress}</h2>
            <AddressFields
              kind="billing"
              checkout={checkout}
              refresh={refresh}
              shows={(rule) => rule.field !== "email"}
            />
            <FurtherFields page={page} checkout={checkout} location="address" />
            {page.vat && !page.vat.rules.for_invoice && (
              <VatField
                vat={vat}
                name={VAT_FIELD}
                label={words.vatField}
                hint={words.vatFieldHint}
                error={errorOf(VAT_FIELD)}
                onTyped={() => checkout.edited(VAT_FIELD)}
              />
            )}
            {page.invoices && (
              <InvoiceFields checkout={checkout} vat={page.vat?.rules.for_invoice ? vat : null} />
            )}
            {cart.needs_shipping && (
              <>
                <label className={forms.check}>
                  <input
                    type="checkbox"
                    id="ship_to_different_address"
                    name="ship_to_different_address"
                    value="1"
                    checked={form.ship_to_different_address}
                    onChange={(event) => {
                      change({ ship_to_different_address: event.currentTarget.checked });
                      refresh("changed");
                    }}
                  />
                  <span>{words.differentAddress}</span>
                </label>
                <DeliveryChoices
                  choices={page.delivery_choices}
                  choose={(shipping) => {
                    change({ shipping, ship_to_different_address: true });
                    refresh("changed");
                  }}
                />
                {(form.ship_to_different_address || !hydrated) && (
                  <div className={styles.elsewhere}>
                    <h3>{words.shippingAddress}</h3>
                    <AddressFields kind="shipping" checkout={checkout} refresh={refresh} shows={() => true} />
                  </div>
                )}
                <button
                  type="submit"
                  name="woocommerce_checkout_update_totals"
                  value="1"
                  className={`${button.button} ${button.quiet} ${styles.update} fallbackOnly`}
                >
                  {words.updateTotals}
                </button>
                <ShippingRates checkout={checkout} review={page.form_kind === "classic" ? review : null} />
              </>
            )}
            <FurtherFields page={page} checkout={checkout} location="order" />
            <OrderRequests rules={page.rules} checkout={checkout} />
            <Field id={notes} label={words.orderNotes} required={false} error={errorOf("order_comments")}>
              {(control) => (
                <textarea
                  {...control}
                  name={notes}
                  rows={3}
                  placeholder={words.orderNotesPlaceholder}
                  value={form.order_comments}
                  onChange={(event) => change({ order_comments: event.currentTarget.value })}
                  onBlur={() => checkout.leave("order_comments")}
                />
              )}
            </Field>
          </section>
          <section className={styles.part}>
            <h2>{words.payment}</h2>
            <PaymentMethods page={page} checkout={checkout} review={review} payments={payments} />
          </section>
        </Form>
        <div id="riepilogo" className={styles.side}>
          <OrderSummary cart={cart} offers={page.offers} />
        </div>
        <FinishOrder page={page} checkout={checkout} />
      </div>
      <PaymentOverlay payments={payments} />
    </CouponContext>
  );
}
