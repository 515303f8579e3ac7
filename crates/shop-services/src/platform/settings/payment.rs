//! Payment method settings.

use shop_core::orders::payment::{BY_INVOICE, ON_DELIVERY, TRANSFER};
use shop_core::payments::method::PaymentMethod;
pub use shop_core::platform::merchant::payment::PaymentMethodSettings;

use super::{CURRENCY, ShopSettings, provider_methods};

impl ShopSettings {
    /// Returns the available payment methods in order: the enabled ones; of the provider's, those that are in operation and
    /// support the shop's currency (a sandbox may accept any), if a provider is connected; payment by invoice only on terms that
    /// grant it.
    pub fn enabled_payment_methods(&self) -> impl Iterator<Item = &PaymentMethodSettings> {
        let offered = |id: &str| match PaymentMethod::from_gateway_id(id) {
            Some(method) => self.has_gateway && self.takes(method),
            None => id != BY_INVOICE || self.buyer.invoice_days.is_some(),
        };
        self.payment_methods.iter().filter(move |method| method.enabled && offered(&method.id))
    }

    /// Whether a method is in operation and its provider supports it in the shop's currency.
    pub fn takes(&self, method: PaymentMethod) -> bool {
        method.takes(CURRENCY) || (self.any_currency && !method.is_closed())
    }

    /// Whether subscription renewals are charged automatically: this is enabled, and a method is available that can be saved.
    pub fn charges_renewals(&self) -> bool {
        let can_be_saved = |id: &str| PaymentMethod::from_gateway_id(id).is_some_and(|kind| kind.saved_as().is_some());
        !self.checkout.manual_renewal && self.enabled_payment_methods().any(|method| can_be_saved(&method.id))
    }

    /// All existing payment methods in their order: the configured ones, then all others of the shop and its provider, disabled.
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
