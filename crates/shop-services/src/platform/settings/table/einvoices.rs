//! Settings of electronic invoices.

use shop_core::platform::merchant::setting::SettingKind;

use super::super::declare::{choices, settings};
use super::super::value_types::Worded;
use super::line;

settings! {
    einvoices: EInvoiceSettings in "shop" {
        [part "Fatture elettroniche", "Electronic invoices"]
        regime: TaxRegime, "einvoice.tax_regime", ["Regime fiscale", "Tax regime"];
        tax_code: String, "einvoice.tax_code" as line(16), ["Codice fiscale di chi vende", "Tax code of the seller"],
            hint ["Vuoto: uguale alla partita IVA, o non indicato", "Empty: the same as the VAT number, or not told"];
        exempt: ExemptNature, "einvoice.exempt_nature",
            ["Natura delle vendite in Italia senza IVA", "Nature of sales in Italy without VAT"];
        automatic: bool = true, "einvoice.automatic",
            ["Emetti le fatture da sole quando l’ordine è pagato", "Issue invoices by themselves once the order is paid"],
            hint ["Per gli ordini con richiesta di fattura e per quelli delle aziende; richiede ragione sociale e partita IVA",
                  "For orders with a request for an invoice and those of companies; needs registered name and VAT number"];
        deferred: bool, "einvoice.deferred",
            ["Ordini pagati con fattura: una fattura differita al mese per azienda",
             "Orders paid by invoice: one deferred invoice a month for each company"];
        carrier: CarrierChoice, "einvoice.carrier", ["Consegna al Sistema di Interscambio", "Handing over to the exchange system"];
        sdi_pec: String = "sdi01@pec.fatturapa.it".into(), "einvoice.sdi_pec" as SettingKind::Email,
            ["PEC del Sistema di Interscambio", "Certified mailbox of the exchange system"],
            hint ["Dopo il primo invio è quella che il Sistema assegna", "After the first sending it is the one that the system assigns"];
    }
}

choices! {
    /// Tax regime of the seller (code list `RegimeFiscale`).
    pub enum TaxRegime {
        #[default]
        Ordinary = "RF01" ["Ordinario (RF01)", "Ordinary (RF01)"],
        Minimum = "RF02" ["Contribuenti minimi (RF02)", "Minimum taxpayers (RF02)"],
        Farming = "RF04" ["Agricoltura e pesca (RF04)", "Farming and fishing (RF04)"],
        CashVat = "RF17" ["IVA per cassa (RF17)", "VAT on a cash basis (RF17)"],
        FlatRate = "RF19" ["Forfettario (RF19)", "Flat rate (RF19)"],
    }
}

choices! {
    /// Reason for domestic sales without VAT.
    pub enum ExemptNature {
        #[default]
        Exempt = "N4" ["Esenti, art. 10 (N4)", "Exempt, art. 10 (N4)"],
        NotSubject = "N2.2" ["Non soggette (N2.2)", "Not subject (N2.2)"],
    }
}

choices! {
    /// The carrier that transmits documents to the exchange system (SdI).
    pub enum CarrierChoice {
        /// The merchant downloads and uploads the files.
        #[default]
        Download = "download" ["Scarico i file e li carico io", "I fetch the files and upload them"],
        Pec = "pec" ["Posta elettronica certificata", "Certified mail (PEC)"],
        Intermediary = "intermediary" ["Intermediario", "Intermediary"],
    }
}

impl CarrierChoice {
    /// Parses the wire name.
    pub fn parse(word: &str) -> Option<Self> {
        Self::of_word(word)
    }
}
