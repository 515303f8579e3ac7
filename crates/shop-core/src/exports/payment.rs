//! Payment: methods, confirmations, wallet orders, order states, errors.

use super::Integer;
pub use crate::base::{Cents, FieldError, Lang};
pub use crate::checkout::form::CheckoutRules;
use crate::payments;
pub use crate::payments::appearance::theme::{FormAppearance, PageStyles};
pub use crate::payments::availability::MethodOffer;
pub use crate::payments::bnpl::offer::BnplOffer;
pub use crate::payments::bnpl::widget::WidgetPlan;
pub use crate::payments::confirmation::{ExpressAnswer, Next, SetupAnswer, WalletAnswer};
pub use crate::payments::error::{ExpressFailure, PaymentError};
pub use crate::payments::express::order::{ExpressOrderAnswer, ExpressOrderForm};
pub use crate::payments::form_fields::BillingCollection;
pub use crate::payments::intent::{FormPage, FormStart, IntentMode};
pub use crate::payments::route::PaymentRoute;
pub use crate::payments::saving::{SavingForm, SavingPlan};

exports! { $ for_each_payment_export;
    /// Parses the confirmation requested by a hash, on this origin.
    parsePaymentHash = fn parse_payment_hash(hash: String, origin: String) -> [Option<PaymentRoute>] {
        payments::route::parse_hash(&hash, &origin)
    }

    /// Returns the path of a URL on this origin; null if the browser must not be redirected there.
    sameOriginPath = fn same_origin_path(origin: String, target: String) -> [Option<String>] {
        payments::redirect::same_origin_path(&origin, &target)
    }

    /// Returns the purpose of the payment form.
    intentMode = fn intent_mode(cart_total: Integer, currency: String) -> IntentMode {
        payments::intent::intent_mode(cart_total.0, &currency)
    }

    /// Returns whether updating an intent is skipped.
    intentUpdateSkipped = fn intent_update_skipped(intent_id: String) -> bool { payments::intent::update_skipped(&intent_id) }

    /// Returns the message for a payment error.
    paymentErrorMessage = fn payment_error_message(error: PaymentError, lang: Lang) -> String {
        payments::error::payment_error_message(&error, lang)
    }

    /// Returns the message for a failed express order.
    expressOrderMessage = fn express_order_message(failure: ExpressFailure, lang: Lang) -> String {
        payments::error::express_order_message(&failure, lang)
    }

    /// Returns why a payment method is not offered; empty: it is.
    paymentMethodRefusals = fn payment_method_refusals(offer: MethodOffer) -> [Vec<FieldError>] {
        payments::availability::refusals(&offer)
    }

    /// Returns the code of the notice under a method's form about a large amount in minor units; null if there is none.
    paymentAmountNotice = fn payment_amount_notice(method: String, amount: Integer) -> [Option<String>] {
        payments::availability::amount_notice(&method, amount.0).map(str::to_owned)
    }

    /// Validates the mobile bank's code while it is typed (an empty field is not marked) or when it is sent.
    mobileCodeErrors = fn mobile_code_errors(code: String, method_name: String, sent: bool) -> [Vec<FieldError>] {
        if sent { payments::mobile_code::check(&code, &method_name) } else { payments::mobile_code::check_while_typing(&code, &method_name) }
    }

    /// Returns how the payment form starts: at once, or with an intent.
    paymentFormStart = fn payment_form_start(page: FormPage) -> FormStart { payments::intent::form_start(&page) }

    /// Decides whether and how a payment method is saved.
    savingPlan = fn saving_plan(form: SavingForm) -> SavingPlan { payments::saving::saving_plan(&form) }

    /// Returns the billing fields that the provider's form shows, given those of the shop's own form.
    billingCollection = fn billing_collection(enabled: [Vec<String>]) -> BillingCollection {
        payments::form_fields::billing_collection(&enabled)
    }

    /// Returns the ids of the methods that a form of the provider includes if one is chosen, itself first.
    chosenTypes = fn chosen_types(method: String, offered: [Vec<String>]) -> [Vec<String>] {
        let kinds: Vec<_> = offered.iter().filter_map(|id| payments::method::PaymentMethod::from_id(id)).collect();
        payments::method::PaymentMethod::from_id(&method)
            .map(|chosen| chosen.chosen_with(&kinds).iter().map(|kind| kind.as_str().to_owned()).collect())
            .unwrap_or_default()
    }

    /// Returns the page's action after a create-and-confirm of a setup intent.
    afterSetup = fn after_setup(answer: SetupAnswer) -> Next { payments::confirmation::after_setup(&answer) }

    /// Returns the page's action after the mobile wallet confirmed a setup.
    afterWalletSetup = fn after_wallet_setup(origin: String, status: String, return_url: String) -> Next {
        payments::confirmation::after_wallet_setup(&origin, &status, &return_url)
    }

    /// Returns the page's action after a wallet's confirmation.
    afterWallet = fn after_wallet(origin: String, answer: WalletAnswer) -> Next {
        payments::confirmation::after_wallet(&origin, &answer)
    }

    /// Returns the page's action after a voucher was confirmed.
    afterVoucher = fn after_voucher(origin: String, target: String, order_id: String, order_received: String) -> Next {
        payments::confirmation::after_voucher(&origin, &target, &order_id, &order_received)
    }

    /// Returns whether the legacy confirmation redirects with this status.
    legacyConfirmationSucceeds = fn legacy_confirmation_succeeds(status: String) -> bool {
        payments::confirmation::legacy_succeeds(&status)
    }

    /// Returns the page's action after an express order was placed.
    afterExpressOrder = fn after_express_order(origin: String, answer: ExpressAnswer) -> Next {
        payments::confirmation::after_express(&origin, &answer)
    }

    /// Builds the request by which a wallet places an order, or returns the errors of its data.
    expressOrder = fn express_order(form: ExpressOrderForm, rules: CheckoutRules) -> ExpressOrderAnswer {
        payments::express::order::express_order(&form, &rules)
    }

    /// Derives the appearance of the payment form from the page's styles.
    paymentFormLook = fn payment_form_look(styles: PageStyles) -> FormAppearance { payments::appearance::theme::form_look(&styles) }

    /// Sanitises an appearance for saving, as JSON; null if it is rejected.
    checkedLook = fn checked_look(text: String) -> [Option<String>] { payments::appearance::theme::checked_look(&text) }

    /// Returns the page's font style sheets that are passed on to the payment form.
    fontSheets = fn font_sheets(addresses: [Vec<String>]) -> [Vec<String>] {
        payments::appearance::fonts::font_sheets(&addresses)
    }

    /// Builds the instalments offer for a number of pieces at a price, at a Unix second; null outside the limits.
    bnplOffer = fn bnpl_offer(configuration: String, unit_price: Cents, quantity: Integer, now: Integer, lang: Lang) -> [Option<BnplOffer>] {
        let terms = payments::bnpl::widget::terms_of(&configuration);
        payments::bnpl::offer::bnpl_offer(&terms, unit_price, quantity.0, now.0, lang)
    }

    /// Returns the positions of the page's instalments widgets.
    widgetPlan = fn widget_plan(configuration: String, prefix: String, taken: [Vec<String>]) -> WidgetPlan {
        payments::bnpl::widget::widget_plan(&configuration, &prefix, &taken)
    }
}
