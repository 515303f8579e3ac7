//! Settings of the calculation and display of taxes.

use serde_json::Value;
use shop_core::cart::pricing::TaxedAt;
use shop_core::platform::merchant::setting::{SettingChoice, SettingKind, SettingValue};

use super::super::declare::{choices, settings};
use super::super::value_types::{OfKind, SettingType};

settings! {
    taxes: TaxSettings in "taxes" {
        calculated: bool = true, "taxes", ["Calcola le imposte", "Calculate taxes"];
        prices_include_tax: bool = true, "prices_include_tax",
            ["I prezzi si scrivono con l’IVA", "Prices are entered with tax"];
        shipping_includes_tax: bool, "shipping_prices_include_tax",
            ["I costi di spedizione si scrivono con l’IVA", "Delivery costs are entered with tax"];
        based_on: TaxedAt, "tax_based_on", ["L’imposta dipende dall’indirizzo", "The tax depends on the address"];
        delivery_class: DeliveryClass, "shipping_tax_class", ["Imposta sulla spedizione", "Tax on delivery"];
        round_at_subtotal: bool, "tax_round_at_subtotal",
            ["Arrotonda una volta per tutto il carrello", "Round once for the whole cart"];
        shop_prices: TaxDisplay, "tax_display_shop", ["Prezzi nel negozio", "Prices in the shop"];
        cart_prices: TaxDisplay, "tax_display_cart", ["Prezzi nel carrello e alla cassa", "Prices in cart and checkout"];
        /// Totals for clients of the store API.
        lines: TaxLines, "tax_total_display", ["Imposte nei totali", "Taxes in totals"];
    }
}

choices! {
    TaxedAt {
        Delivery = "shipping" ["di consegna", "of delivery"],
        Billing = "billing" ["di fatturazione", "of billing"],
        Shop = "base" ["del negozio", "of the shop"],
    }
}

choices! {
    /// How prices are displayed.
    pub enum TaxDisplay {
        #[default]
        Included = "incl" ["IVA inclusa", "With tax"],
        Excluded = "excl" ["IVA esclusa", "Without tax"],
    }
}

choices! {
    /// How totals list taxes.
    pub enum TaxLines {
        #[default]
        Itemized = "itemized" ["Aliquota per aliquota", "Rate by rate"],
        Single = "single" ["In una somma", "As one sum"],
    }
}

/// The tax class of delivery.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum DeliveryClass {
    /// The class of the goods.
    #[default]
    AsGoods,
    /// A tax class of the shop by its slug; empty for the standard class.
    Class(String),
}

impl DeliveryClass {
    /// Choices beside the shop's own classes.
    pub const CHOICES: [SettingChoice; 2] = [
        SettingChoice { value: Self::AS_GOODS, label: ["Come la merce", "As the goods"] },
        SettingChoice { value: "", label: ["Aliquota ordinaria", "Standard rate"] },
    ];

    /// Name in the settings for the class of the goods.
    const AS_GOODS: &str = "inherit";

    /// The class; `None` for that of the goods.
    pub fn class(&self) -> Option<&str> {
        match self {
            Self::AsGoods => None,
            Self::Class(slug) => Some(slug),
        }
    }

    fn of(word: &str) -> Self {
        if word == Self::AS_GOODS { Self::AsGoods } else { Self::Class(word.to_owned()) }
    }
}

impl OfKind for DeliveryClass {
    const KIND: SettingKind = SettingKind::TaxClass;
}

impl SettingType for DeliveryClass {
    fn to_form_value(&self, _: SettingKind) -> SettingValue {
        SettingValue::Text(self.class().unwrap_or(Self::AS_GOODS).to_owned())
    }

    fn put(&mut self, value: &SettingValue) -> bool {
        let SettingValue::Text(word) = value else { return false };
        *self = Self::of(word);
        true
    }

    fn read(&mut self, stored: &Value, _: SettingKind) -> bool {
        stored.as_str().map(|word| *self = Self::of(word)).is_some()
    }

    fn to_stored(&self) -> Value {
        self.class().unwrap_or(Self::AS_GOODS).into()
    }
}
