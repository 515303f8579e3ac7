//! Settings of payments by the provider, and of the instalments widget.

use shop_core::base::{Cents, Lang};
use shop_core::payments::bnpl::offer::FREE_PARTS;
use shop_core::payments::statement::LONGEST;
use shop_core::platform::merchant::setting::SettingKind;

use super::super::declare::{choices, settings};
use super::{line, number};

settings! {
    /// Payments by the provider.
    payments: PaymentSettings in "payments" {
        [part "Riscossione", "Capturing"]
        capture_later: bool, "capture_later", ["Riscuotere più tardi", "Capture later"],
            hint ["L’importo viene solo autorizzato: lo riscuoti dalla pagina dell’ordine entro sette giorni",
                  "The amount is only authorised: you capture it on the order's page within seven days"];
        save_always: bool, "force_save_payment_method", ["Salvare sempre il metodo", "Always save the method"],
            hint ["Chi ha un account ritrova il metodo all’acquisto successivo, e la cassa lo dice prima dell’ordine",
                  "Who has an account finds the method at the next purchase; the checkout says so before the order"];
        statement_descriptor: String, "statement_descriptor" as line(LONGEST),
            ["Testo sull’estratto conto", "Text on bank statements"],
            hint ["Al massimo 22 caratteri, con almeno una lettera; vuoto: quello del conto presso il fornitore",
                  "At most 22 characters with one letter at least; empty: that of the provider's account"];
        receipts: bool, "provider_receipts", ["Ricevuta del fornitore", "Receipt of the provider"],
            hint ["Il fornitore dei pagamenti manda anche la sua ricevuta a chi ha pagato",
                  "The payment provider sends its own receipt to who paid, too"];
        layout: PaymentLayout, "payment_layout", ["Disposizione dei campi", "Layout of the fields"],
            hint ["Come i campi del fornitore mostrano più metodi insieme",
                  "How the provider's fields show several methods together"];
        messages: String, "payment_messages" as SettingKind::PaymentSentences,
            ["Le tue frasi per i pagamenti rifiutati", "Your sentences for refused payments"],
            hint ["Una per riga: il codice del fornitore, due punti, la frase. Per esempio «expired_card: La carta è scaduta.» Dove non ce n'è una vale quella del negozio",
                  "One a line: the provider's code, a colon, the sentence, such as “expired_card: The card has expired.” Without one the shop's own is shown"];
        messages_en: String, "payment_messages_en" as SettingKind::PaymentSentences,
            ["Le stesse in inglese", "The same in English"];
    }
}

impl PaymentSettings {
    /// The merchant's messages for declined payments, in a language.
    pub fn messages_in(&self, lang: Lang) -> &str {
        if lang == Lang::En { &self.messages_en } else { &self.messages }
    }
}

choices! {
    /// Layout of the provider's fields.
    pub enum PaymentLayout {
        #[default]
        Accordion = "accordion" ["Uno sotto l’altro", "One below the other"],
        Tabs = "tabs" ["Schede affiancate", "Tabs"],
    }
}

/// One euro to ten thousand: interest-free plans stay far below.
const LENT: SettingKind = SettingKind::Money { minimum: 100, maximum: 1_000_000 };

settings! {
    /// The widget that advertises payment in instalments (payments specification, section 2) once a lending method is enabled.
    /// Default: three parts of 35 to 1,500 euro, the maximum that Klarna offers in Italy; the contract with the lender decides.
    bnpl: BnplShopSettings in "payments" {
        [part "Riquadro delle rate", "Instalments widget"]
        enabled: bool, "bnpl.enabled",
            ["Mostra il pagamento a rate su prodotti e carrello", "Show paying in instalments on products and the cart"];
        parts: i64 = 3, "bnpl.parts" as number(FREE_PARTS.0, FREE_PARTS.1), ["Numero di rate", "Number of instalments"];
        minimum_cents: Cents = Cents(3500), "bnpl.minimum_cents" as LENT, ["Importo minimo (€)", "Least amount (€)"];
        maximum_cents: Cents = Cents(150_000), "bnpl.maximum_cents" as LENT, ["Importo massimo (€)", "Greatest amount (€)"];
        product_selectors: String, "bnpl.product_selectors" as SettingKind::Selectors,
            ["Posizione sul prodotto (selettori CSS)", "Place on the product (CSS selectors)"],
            hint ["Uno per riga: il riquadro sta subito dopo ogni elemento. Vuoto: sotto il prezzo",
                  "One a line: the widget stands right after each element. Empty: below the price"];
        cart_selectors: String, "bnpl.cart_selectors" as SettingKind::Selectors,
            ["Posizione nel carrello (selettori CSS)", "Place on the cart (CSS selectors)"],
            hint ["Uno per riga: il riquadro sta subito dopo ogni elemento. Vuoto: sotto i totali",
                  "One a line: the widget stands right after each element. Empty: below the totals"];
    }
}
