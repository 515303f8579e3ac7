//! Settings of the checkout and its extra fields.

use serde::{Deserialize, Serialize};
use shop_core::base::Lang;
use shop_core::checkout::address::locale::Presence;
use shop_core::checkout::extra_field::{ExtraFieldKind, ExtraFieldRule};
use shop_core::checkout::form::FieldLocation;
use shop_core::platform::merchant::setting::SettingChoice;
use shop_core::platform::words::order_texts;
use shop_core::view::CheckoutKind;

use super::super::declare::{choices, settings};

settings! {
    checkout: CheckoutSettings in "checkout" {
        form: CheckoutKind, "checkout_form", ["Modulo della cassa", "Checkout form"];
        coupons: bool, "coupons", ["Codici sconto nel carrello", "Coupons in the cart"];
        coupons_sequential: bool, "coupons_sequential",
            ["Ogni codice si calcola su quanto lasciano i precedenti", "Each coupon works on what the ones before left"];
        needs_address: bool, "shipping_requires_address",
            ["La spedizione si vede solo con l’indirizzo", "Delivery is shown only with the address"];
        login: bool = true, "login_at_checkout", ["Invito ad accedere alla cassa", "Invitation to log in at checkout"];
        /// A limit in the process configuration takes precedence.
        rate_limit: bool, "rate_limit",
            ["Limita le richieste di uno stesso indirizzo alla Store API", "Limit the Store API requests of an address"];
        invoices: bool = true, "invoices", ["Chi acquista può chiedere la fattura", "Buyers can ask for an invoice"];
        stop_checkout: bool, "stop_checkout",
            ["Una password debole del nuovo account ferma l’ordine", "A weak password of a new account stops the order"];
        manual_renewal: bool, "subscription_requires_manual_renewal",
            ["I rinnovi degli abbonamenti si pagano a mano, mai con addebito automatico",
             "Renewals of subscriptions are paid by hand, never charged automatically"];
        [part "Campi del modulo", "Fields of the form"]
        company: Presence, "checkout_company", ["Campo «Azienda»", "Field “Company”"];
        address_2: Presence, "checkout_address_2", ["Seconda riga dell’indirizzo", "Second address line"];
        phone: Presence = Presence::Required, "checkout_phone", ["Campo «Telefono»", "Field “Telephone”"];
        /// Path of the page.
        terms_page: Option<String>, "terms_page", ["Condizioni da accettare", "Terms to be accepted"],
            hint ["Una pagina pubblicata; nessuna: la casella non c’è", "A published page; none: there is no checkbox"];
        extra: Vec<ExtraField>, "extra_billing_fields", ["Campi in più", "Further fields"];
    }
}

impl CheckoutSettings {
    /// Choice beside the shop's pages.
    pub const NO_PAGE: SettingChoice = SettingChoice { value: "", label: ["Nessuna", "None"] };
}

choices! {
    CheckoutKind {
        Block = "block" ["A blocchi", "Block"],
        Classic = "classic" ["Classico", "Classic"],
    }
}

choices! {
    Presence {
        Optional = "optional" ["Facoltativo", "Optional"],
        Required = "required" ["Obbligatorio", "Required"],
        Hidden = "hidden" ["Nascosto", "Hidden"],
    }
}

/// An extra billing field of the checkout.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ExtraField {
    /// Name of the form field: `billing_field_` and a number.
    pub name: String,
    pub label: String,
    pub label_en: String,
    pub location: FieldLocation,
    /// Whether it is mandatory; a checkbox must be ticked.
    pub required: bool,
    pub kind: ExtraFieldKind,
    /// Options of a list, as stored with orders.
    pub options: Vec<String>,
    /// English options in the same order; missing or empty ones default to the Italian.
    pub options_en: Vec<String>,
}

impl ExtraField {
    /// Label in a language; defaults to the Italian one.
    pub fn words(&self, lang: Lang) -> &str {
        lang.select(&self.label, &self.label_en)
    }

    /// Option labels in order.
    pub fn option_words(&self, lang: Lang) -> Vec<String> {
        self.options.iter().map(|option| self.choice_words(option, lang).to_owned()).collect()
    }

    /// Label of a value stored with an order.
    pub fn value_words<'a>(&'a self, value: &'a str, lang: Lang) -> &'a str {
        match self.kind {
            ExtraFieldKind::Text => value,
            ExtraFieldKind::Select => self.choice_words(value, lang),
            ExtraFieldKind::Checkbox => order_texts::ticked(lang),
        }
    }

    fn choice_words<'a>(&'a self, option: &'a str, lang: Lang) -> &'a str {
        let at = self.options.iter().position(|own| own == option);
        let english = at.and_then(|at| self.options_en.get(at));
        lang.select(option, english.map_or("", String::as_str))
    }

    /// Its validation rule, with the name for error messages.
    pub(crate) fn rule(&self, lang: Lang) -> ExtraFieldRule {
        ExtraFieldRule {
            name: self.name.clone(),
            label: self.words(lang).to_owned(),
            required: self.required,
            kind: self.kind,
            options: self.options.clone(),
        }
    }
}
