//! Payment: methods, confirmations, wallets' orders, order states, errors.

use super::Integer;
pub use crate::base::{Cents, FieldError, Lang};
pub use crate::checkout::form::CheckoutRules;
use crate::payments;
pub use crate::payments::appearance::theme::{FormLook, PageStyles};
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
    /// Reads the confirmation that a hash asks for, on this origin.
    parsePaymentHash = fn parse_payment_hash(hash: String, origin: String) -> [Option<PaymentRoute>] {
        payments::route::parse_hash(&hash, &origin)
    }

    /// The path of an address on this origin; nothing when the browser must not be sent there.
    sameOriginPath = fn same_origin_path(origin: String, target: String) -> [Option<String>] {
        payments::redirect::same_origin_path(&origin, &target)
    }

    /// What the payment form is opened for.
    intentMode = fn intent_mode(cart_total: Integer, currency: String) -> IntentMode {
        payments::intent::intent_mode(cart_total.0, &currency)
    }

    /// Whether updating an intent is skipped.
    intentUpdateSkipped = fn intent_update_skipped(intent_id: String) -> bool { payments::intent::update_skipped(&intent_id) }

    /// The sentence for a payment error.
    paymentErrorMessage = fn payment_error_message(error: PaymentError, lang: Lang) -> String {
        payments::error::payment_error_message(&error, lang)
    }

    /// The sentence for a failed express order.
    expressOrderMessage = fn express_order_message(failure: ExpressFailure, lang: Lang) -> String {
        payments::error::express_order_message(&failure, lang)
    }

    /// Why a payment method is not offered; nothing: it is.
    paymentMethodRefusals = fn payment_method_refusals(offer: MethodOffer) -> [Vec<FieldError>] {
        payments::availability::refusals(&offer)
    }

    /// The code of the notice under a method's form about a large amount in minor units; nothing when there is none.
    paymentAmountNotice = fn payment_amount_notice(method: String, amount: Integer) -> [Option<String>] {
        payments::availability::amount_notice(&method, amount.0).map(str::to_owned)
    }

    /// What is wrong with the mobile bank's code while it is typed (an empty field is not marked) or when it is sent.
    mobileCodeErrors = fn mobile_code_errors(code: String, method_name: String, sent: bool) -> [Vec<FieldError>] {
        if sent { payments::mobile_code::check(&code, &method_name) } else { payments::mobile_code::check_while_typing(&code, &method_name) }
    }

    /// How the payment form starts: at once, or with an intent.
    paymentFormStart = fn payment_form_start(page: FormPage) -> FormStart { payments::intent::form_start(&page) }

    /// Whether and how a payment method is saved.
    savingPlan = fn saving_plan(form: SavingForm) -> SavingPlan { payments::saving::saving_plan(&form) }

    /// Which billing fields the provider's form asks for, given those of the shop's own.
    billingCollection = fn billing_collection(enabled: [Vec<String>]) -> BillingCollection {
        payments::form_fields::billing_collection(&enabled)
    }

    /// The methods that a form of the provider's takes in when one is chosen, by id, itself first.
    chosenTypes = fn chosen_types(method: String, offered: [Vec<String>]) -> [Vec<String>] {
        let kinds: Vec<_> = offered.iter().filter_map(|id| payments::method::PaymentMethod::from_id(id)).collect();
        payments::method::PaymentMethod::from_id(&method)
            .map(|chosen| chosen.chosen_with(&kinds).iter().map(|kind| kind.as_str().to_owned()).collect())
            .unwrap_or_default()
    }

    /// What the page does after a create-and-confirm of a setup intent.
    afterSetup = fn after_setup(answer: SetupAnswer) -> Next { payments::confirmation::after_setup(&answer) }

    /// What the page does after the mobile wallet confirmed a setup.
    afterWalletSetup = fn after_wallet_setup(origin: String, status: String, return_url: String) -> Next {
        payments::confirmation::after_wallet_setup(&origin, &status, &return_url)
    }

    /// What the page does after a wallet's confirmation.
    afterWallet = fn after_wallet(origin: String, answer: WalletAnswer) -> Next {
        payments::confirmation::after_wallet(&origin, &answer)
    }

    /// What the page does after a voucher was confirmed.
    afterVoucher = fn after_voucher(origin: String, target: String, order_id: String, order_received: String) -> Next {
        payments::confirmation::after_voucher(&origin, &target, &order_id, &order_received)
    }

    /// Whether the older confirmation sends the browser on with this status.
    legacyConfirmationSucceeds = fn legacy_confirmation_succeeds(status: String) -> bool {
        payments::confirmation::legacy_succeeds(&status)
    }

    /// What the page does after an express order was placed.
    afterExpressOrder = fn after_express_order(origin: String, answer: ExpressAnswer) -> Next {
        payments::confirmation::after_express(&origin, &answer)
    }

    /// The request by which a wallet places an order, or what its data lack.
    expressOrder = fn express_order(form: ExpressOrderForm, rules: CheckoutRules) -> ExpressOrderAnswer {
        payments::express::order::express_order(&form, &rules)
    }

    /// The look of the payment form, derived from the page's styles.
    paymentFormLook = fn payment_form_look(styles: PageStyles) -> FormLook { payments::appearance::theme::form_look(&styles) }

    /// A look to be saved, as JSON text; nothing when it is refused.
    checkedLook = fn checked_look(text: String) -> [Option<String>] { payments::appearance::theme::checked_look(&text) }

    /// Which of the page's font style sheets the payment form is told of.
    fontSheets = fn font_sheets(addresses: [Vec<String>]) -> [Vec<String>] {
        payments::appearance::fonts::font_sheets(&addresses)
    }

    /// What the instalments widget says of so many pieces at a price, at a Unix second; nothing outside the limits.
    bnplOffer = fn bnpl_offer(configuration: String, unit_price: Cents, quantity: Integer, now: Integer, lang: Lang) -> [Option<BnplOffer>] {
        let terms = payments::bnpl::widget::terms_of(&configuration);
        payments::bnpl::offer::bnpl_offer(&terms, unit_price, quantity.0, now.0, lang)
    }

    /// Where the page's instalments widgets stand.
    widgetPlan = fn widget_plan(configuration: String, prefix: String, taken: [Vec<String>]) -> WidgetPlan {
        payments::bnpl::widget::widget_plan(&configuration, &prefix, &taken)
    }
}
