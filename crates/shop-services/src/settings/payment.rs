//! Ways of payment as they are set.

use serde::{Deserialize, Serialize};
use shop_core::base::Lang;
use shop_core::merchant::payment::PaymentMethodForm;
use shop_core::order::payment::{ON_DELIVERY, TRANSFER};
use shop_core::payment::method::PaymentMethod;

use super::{CURRENCY, ShopSettings, provider_methods};

/// A way of payment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PaymentMethodSettings {
    /// `bacs`, `cod`, …
    pub id: String,
    /// Whether it can be chosen.
    pub enabled: bool,
    /// Words.
    pub title: String,
    /// English words.
    pub title_en: String,
    /// Explanation at checkout.
    pub description: String,
    /// English explanation.
    pub description_en: String,
    /// What to do after ordering.
    pub instructions: String,
    /// English.
    pub instructions_en: String,
    /// Holder of the bank account.
    pub account_name: String,
    /// Bank.
    pub bank_name: String,
    /// IBAN.
    pub iban: String,
    /// BIC.
    pub bic: String,
}

impl PaymentMethodSettings {
    /// Its words in a language.
    pub fn title_in(&self, lang: Lang) -> &str {
        if lang == Lang::En && !self.title_en.is_empty() { &self.title_en } else { &self.title }
    }

    /// What to do after ordering, in a language.
    pub fn instructions_in(&self, lang: Lang) -> &str {
        if lang == Lang::En && !self.instructions_en.is_empty() { &self.instructions_en } else { &self.instructions }
    }

    /// Its explanation in a language.
    pub fn description_in(&self, lang: Lang) -> &str {
        if lang == Lang::En && !self.description_en.is_empty() { &self.description_en } else { &self.description }
    }
}

impl From<PaymentMethodForm> for PaymentMethodSettings {
    fn from(form: PaymentMethodForm) -> Self {
        Self {
            id: form.id,
            enabled: form.enabled,
            title: form.title,
            title_en: form.title_en,
            description: form.description,
            description_en: form.description_en,
            instructions: form.instructions,
            instructions_en: form.instructions_en,
            account_name: form.account_name,
            bank_name: form.bank_name,
            iban: form.iban,
            bic: form.bic,
        }
    }
}

impl From<PaymentMethodSettings> for PaymentMethodForm {
    fn from(method: PaymentMethodSettings) -> Self {
        Self {
            id: method.id,
            enabled: method.enabled,
            title: method.title,
            title_en: method.title_en,
            description: method.description,
            description_en: method.description_en,
            instructions: method.instructions,
            instructions_en: method.instructions_en,
            account_name: method.account_name,
            bank_name: method.bank_name,
            iban: method.iban,
            bic: method.bic,
        }
    }
}

impl ShopSettings {
    /// Ways of payment that can be chosen, in order: those that are switched on; of the provider's, where there is a provider,
    /// those that are in operation and take the shop's currency (a sandbox may take them in any).
    pub fn enabled_payment_methods(&self) -> impl Iterator<Item = &PaymentMethodSettings> {
        let offered = |id: &str| match PaymentMethod::from_gateway_id(id) {
            Some(method) => self.has_gateway && self.takes(method),
            None => true,
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
        !self.subscription_requires_manual_renewal && self.enabled_payment_methods().any(|method| kept(&method.id))
    }

    /// All ways of payment that there are, in their order: those that are set, then those that the shop and its provider know
    /// beside them, switched off.
    pub fn own_payment_methods(&self) -> Vec<PaymentMethodSettings> {
        let known = [
            (TRANSFER, "Bonifico bancario", "Bank transfer"),
            (ON_DELIVERY, "Pagamento alla consegna", "Cash on delivery"),
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
