//! Settings of the shop, the seller, and where it sells to.

use shop_core::base::Lang;
use shop_core::platform::merchant::setting::SettingKind;

use super::super::declare::{choices, settings};
use super::{line, required};

settings! {
    /// The shop: names, language and location.
    shop: ShopFacts in "shop" {
        [part "Il negozio", "The shop"]
        name: String = "Bottega".into(), "shop_name" as required(80), ["Nome del negozio", "Name of the shop"];
        tagline: String = "Specialità alimentari italiane".into(), "tagline", ["Sottotitolo", "Tagline"];
        tagline_en: String = "Fine Italian foods".into(), "tagline_en", ["Sottotitolo in inglese", "English tagline"];
        language: Lang, "language", ["Lingua del negozio", "Language of the shop"];
        country: String = "IT".into(), "base_country" as SettingKind::Country, ["Paese", "Country"];
        address: String = "Via Roma 1".into(), "base_address" as required(200), ["Indirizzo", "Address"];
        postcode: String = "20121".into(), "base_postcode" as SettingKind::Postcode, ["CAP", "Postcode"];
        city: String = "Milano".into(), "base_city" as required(100), ["Città", "City"];
        state: String = "MI".into(), "base_state" as SettingKind::Province, ["Provincia", "Province"];
    }
}

settings! {
    /// Identity of the seller (D.Lgs. 70/2003 art. 7; DPR 633/72 art. 35).
    seller: Seller in "shop" {
        [part "Chi vende", "Who sells"]
        company: String, "seller.company", ["Ragione sociale", "Registered name"];
        vat_number: String, "seller.vat_number" as SettingKind::VatNumber, ["Partita IVA", "VAT number"];
        rea: String, "seller.rea", ["Numero REA", "Register entry (REA)"];
        /// If required by law.
        share_capital: String, "seller.share_capital", ["Capitale sociale", "Share capital"];
        pec: String, "seller.pec" as SettingKind::Email, ["PEC", "Certified e-mail (PEC)"];
        phone: String, "seller.phone" as line(40), ["Telefono", "Telephone"];
        /// Recipient of order e-mails for the shop.
        email: String, "seller.email" as SettingKind::Email, ["E-mail", "E-mail"];
    }
}

settings! {
    /// Where the shop sells to, and its units.
    places: PlaceSettings in "shop" {
        [part "Paesi e unità", "Countries and units"]
        /// Empty means all.
        sold_to: Vec<String> = vec!["IT".into()], "sold_to", ["Paesi di chi acquista", "Countries of buyers"];
        /// Empty means all.
        shipped_to: Vec<String> = vec!["IT".into()], "shipped_to", ["Paesi di consegna", "Countries of delivery"];
        weight_unit: WeightUnit, "weight_unit", ["Unità di peso", "Unit of weight"],
            hint ["I pesi già scritti non vengono convertiti", "Weights that are there already are not converted"];
        dimension_unit: DimensionUnit, "dimension_unit", ["Unità di lunghezza", "Unit of length"],
            hint ["Le misure già scritte non vengono convertite", "Measures that are there already are not converted"];
    }
}

choices! {
    Lang {
        It = "it_IT" ["Italiano", "Italian"],
        En = "en_US" ["Inglese", "English"],
    }
}

choices! {
    pub enum WeightUnit {
        #[default]
        Kilogram = "kg" ["kg", "kg"],
        Gram = "g" ["g", "g"],
        Pound = "lbs" ["lbs", "lbs"],
        Ounce = "oz" ["oz", "oz"],
    }
}

choices! {
    pub enum DimensionUnit {
        Metre = "m" ["m", "m"],
        #[default]
        Centimetre = "cm" ["cm", "cm"],
        Millimetre = "mm" ["mm", "mm"],
        Inch = "in" ["in", "in"],
        Yard = "yd" ["yd", "yd"],
    }
}
