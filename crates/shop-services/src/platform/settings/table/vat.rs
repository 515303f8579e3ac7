//! Settings of buyers' VAT numbers.

use shop_core::checkout::address::country::EU;

use super::super::declare::{choices, settings};

settings! {
    vat: VatSettings in "trade" {
        [part "Partita IVA", "VAT numbers"]
        /// Empty: no buyer has the field.
        countries: Vec<String> = EU.map(str::to_owned).to_vec(), "trade.vat.countries",
            ["Paesi in cui si chiede la partita IVA", "Countries whose buyers are asked for a VAT number"];
        audience: VatFieldAudience, "trade.vat.audience", ["Alla cassa la partita IVA si chiede", "At checkout the VAT number is asked"];
        delivery_country: bool, "trade.vat.different_delivery_country",
            ["Un altro Paese di consegna può cambiare l’esenzione", "Another delivery country may change the exemption"];
    }
}

choices! {
    /// Which buyers have the VAT number field at checkout.
    pub enum VatFieldAudience {
        #[default]
        Trade = "trade" ["ai clienti professionali", "of trade buyers"],
        Everyone = "everyone" ["a tutti, facoltativa per i privati", "of everyone, optional for consumers"],
    }
}
