//! Settings of the retention of personal data.

use super::super::declare::settings;
use super::number;

settings! {
    /// Retention periods of personal data, by kind.
    retention: RetentionSettings in "retention" {
        // The cookie that identifies a guest's cart lives no longer.
        guest_cart_days: i64 = 30, "retention.guest_cart_days" as number(1, 30),
            ["Carrelli, giorni dall’ultima modifica", "Carts, days after their last change"];
        mail_days: i64 = 365, "retention.mail_days" as number(30, 3650),
            ["Messaggi inviati, giorni", "Messages sent, days"],
            hint ["Anche quelli che non sono mai partiti", "Those that never went out, too"];
        conversation_days: i64 = 730, "retention.conversation_days" as number(90, 3650),
            ["Conversazioni lette, giorni dall’ultimo messaggio", "Conversations read, days after the last message"];
        consent_days: i64 = 1095, "retention.consent_days" as number(183, 3650),
            ["Prove del consenso ai cookie, giorni", "Proofs of consent to cookies, days"];
        newsletter_days: i64 = 730, "retention.newsletter_days" as number(30, 3650),
            ["Iscrizioni alla newsletter annullate, giorni", "Subscriptions to the newsletter that ended, days"],
            hint ["Finché servono a dimostrare il consenso che c’era", "While they show the consent that there was"];
        aside_days: i64 = 90, "retention.aside_days" as number(7, 730),
            ["Recensioni e commenti nello spam o nel cestino, giorni", "Reviews and comments in spam or trash, days"],
            hint ["Poi si cancellano", "Then they are deleted"];
        captured_email_days: i64 = 365, "retention.captured_email_days" as number(1, 730),
            ["Indirizzi conservati per il marketing, giorni", "Addresses kept for marketing, days"],
            hint ["Da quando sono stati scritti l’ultima volta", "Since they were typed last"];
        vat_check_days: i64 = 3653, "retention.vat_check_days" as number(3653, 7305),
            ["Verifiche delle partite IVA, giorni", "Checks of VAT numbers, days"],
            hint ["Sono la prova della non imponibilità: dieci anni almeno", "They prove why no tax was due: ten years at least"];
        provider_event_days: i64 = 365, "retention.provider_event_days" as number(60, 3650),
            ["Avvisi del fornitore dei pagamenti, giorni", "Messages of the payment provider, days"];
        staff_log_days: i64 = 1095, "retention.staff_log_days" as number(183, 3650),
            ["Registro di chi cambia le impostazioni e importa prodotti, giorni",
             "Record of who changes settings and imports products, days"];
        attribution_days: i64 = 400, "retention.attribution_days" as number(30, 1095),
            ["Provenienza degli ordini, giorni", "Where orders came from, days"],
            hint ["Pagina d’arrivo, browser, visite: le somme per fonte e campagna restano",
                  "Landing page, browser, visits: the sums by source and campaign stay"];
        unsold_order_days: i64 = 180, "retention.unsold_order_days" as number(30, 1095),
            ["Ordini annullati o falliti e mai pagati, giorni dall’ultima modifica",
             "Orders cancelled or failed and never paid, days after their last change"],
            hint ["Poi restano senza nomi e indirizzi", "Then they stay without names and addresses"];
        order_years: i64 = 10, "retention.order_years" as number(10, 30),
            ["Ordini e documenti fiscali, anni dalla fine dell’anno", "Orders and tax documents, years after the end of the year"],
            hint ["Dieci anni almeno (art. 2220 Codice civile); poi l’ordine resta senza nomi e indirizzi",
                  "Ten years at least (art. 2220 Codice civile); then the order stays without names and addresses"];
    }
}
