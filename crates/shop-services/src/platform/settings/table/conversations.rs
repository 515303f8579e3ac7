//! Settings of conversations with buyers: inquiries and quotes.

use shop_core::base::Lang;
use shop_core::platform::merchant::setting::SettingKind;
use shop_core::trade::conversation::QUOTE;

use super::super::declare::{choices, settings};
use super::line;

settings! {
    conversations: ConversationSettings in "conversations" {
        quotes: QuoteAudience, "conversations.quotes", ["Chi può richiedere preventivi dal carrello", "Who may request quotes of the cart"];
        types: String = "Informazioni\nOrdine\nProdotto\nReclamo".into(), "conversations.types" as SettingKind::Lines { maximum: 1000 },
            ["Tipi di richiesta, uno per riga", "Types of inquiries, one a line"];
        types_en: String = "Information\nOrder\nProduct\nComplaint".into(), "conversations.types_en" as SettingKind::Lines { maximum: 1000 },
            ["Gli stessi tipi in inglese, nello stesso ordine", "The same types in English, in the same order"];
        [part "Più venditori", "Several vendors"]
        multi_vendor: bool, "conversations.multi_vendor",
            ["Nel negozio vendono più venditori", "Several vendors sell in the shop"];
        vendors: String, "conversations.vendors" as SettingKind::Lines { maximum: 5000 },
            ["Venditori, uno per riga", "Vendors, one a line"];
        vendor_attribute: String = "Venditore".into(), "conversations.vendor_attribute" as line(100),
            ["Caratteristica dei prodotti che dice di chi sono", "Attribute of products that says whose they are"];
    }
}

choices! {
    /// Who may request a quote for the cart.
    pub enum QuoteAudience {
        #[default]
        Everybody = "everybody" ["Tutti", "Everybody"],
        Trade = "trade" ["I clienti professionali", "Trade customers"],
        Nobody = "nobody" ["Nessuno", "Nobody"],
    }
}

impl ConversationSettings {
    /// Types of inquiries: the Italian name, which also identifies the type on the wire, and the label in a language.
    pub fn inquiry_types(&self, lang: Lang) -> Vec<(String, String)> {
        let english: Vec<&str> = self.types_en.lines().map(str::trim).collect();
        let named = |(at, name): (usize, &str)| {
            let label = english.get(at).filter(|label| lang == Lang::En && !label.is_empty());
            (name.to_owned(), (*label.unwrap_or(&name)).to_owned())
        };
        let lines = self.types.lines().map(str::trim).enumerate();
        // The name of quotes is reserved.
        lines.filter(|(_, name)| !name.is_empty() && *name != QUOTE).map(named).collect()
    }

    /// Vendors that an inquiry can be addressed to; empty in a shop without vendors.
    pub fn vendor_names(&self) -> Vec<String> {
        if !self.multi_vendor {
            return Vec::new();
        }
        self.vendors.lines().map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_keep_their_italian_name_and_are_called_by_the_language() {
        let mut settings = ConversationSettings::default();
        let pair = |(name, label): &(String, String)| format!("{name}={label}");
        let all =
            |settings: &ConversationSettings, lang| settings.inquiry_types(lang).iter().map(pair).collect::<Vec<_>>();
        assert_eq!(all(&settings, Lang::It)[3], "Reclamo=Reclamo");
        assert_eq!(all(&settings, Lang::En)[3], "Reclamo=Complaint");
        settings.types = " Prezzi \n\nquote\nConsegne".into();
        settings.types_en = "Prices".into();
        assert_eq!(all(&settings, Lang::En), ["Prezzi=Prices", "Consegne=Consegne"]);
    }

    #[test]
    fn a_shop_that_sells_alone_has_no_vendors_to_choose() {
        let mut settings =
            ConversationSettings { vendors: "Rossi\n Bianchi ".into(), ..ConversationSettings::default() };
        assert!(settings.vendor_names().is_empty());
        settings.multi_vendor = true;
        assert_eq!(settings.vendor_names(), ["Rossi", "Bianchi"]);
    }
}
