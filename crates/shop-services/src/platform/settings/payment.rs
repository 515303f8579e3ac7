//! Ways of payment as they are set.

use shop_core::orders::payment::{BY_INVOICE, ON_DELIVERY, TRANSFER};
use shop_core::payments::method::PaymentMethod;
pub use shop_core::platform::merchant::payment::PaymentMethodSettings;

use super::{CURRENCY, ShopSettings, provider_methods};

impl ShopSettings {
    /// Ways of payment that can be chosen, in order: those that are switched on; of the provider's, where there is a provider,
    /// those that are in operation and take the shop's currency (a sandbox may take them in any); by invoice on terms alone that
    /// give days for it.
    pub fn enabled_payment_methods(&self) -> impl Iterator<Item = &PaymentMethodSettings> {
        let offered = |id: &str| match PaymentMethod::from_gateway_id(id) {
            Some(method) => self.has_gateway && self.takes(method),
            None => id != BY_INVOICE || self.buyer.invoice_days.is_some(),
        };
        self.payment_methods.iter().filter(move |method| method.enabled && offered(&method.id))
    }

    /// Whether a method is in operation and its provider takes it in the shop's currency.
    pub fn takes(&self, method: PaymentMethod) -> bool {
        method.takes(CURRENCY) || (self.any_currency && !method.is_closed())
    }

    /// Whether renewals of subscriptions are charged by themselves: the shop wants it, and offers a method that can be kept.
    pub fn charges_renewals(&self) -> bool {
        let kept = |id: &str| PaymentMethod::from_gateway_id(id).is_some_and(|kind| kind.saved_as().is_some());
        !self.checkout.manual_renewal && self.enabled_payment_methods().any(|method| kept(&method.id))
    }

    /// All ways of payment that there are, in their order: those that are set, then those that the shop and its provider know
    /// beside them, switched off.
    pub fn own_payment_methods(&self) -> Vec<PaymentMethodSettings> {
        let known = [
            (TRANSFER, "Bonifico bancario", "Bank transfer"),
            (ON_DELIVERY, "Pagamento alla consegna", "Cash on delivery"),
            (BY_INVOICE, "Fattura, pagamento a {days} giorni", "Invoice, payment within {days} days"),
        ];
        let further = known.into_iter().filter(|(id, ..)| !self.payment_methods.iter().any(|one| one.id == *id));
        let blank = |(id, title, title_en): (&str, &str, &str)| PaymentMethodSettings {
            id: id.into(),
            title: title.into(),
            title_en: title_en.into(),
            ..PaymentMethodSettings::default()
        };
        let provided = provider_methods::missing(&self.payment_methods);
        self.payment_methods.iter().cloned().chain(further.map(blank)).chain(provided).collect()
    }
}
