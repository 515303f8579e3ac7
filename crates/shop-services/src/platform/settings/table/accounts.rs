//! Settings of accounts and reviews.

use shop_core::platform::merchant::setting::SettingKind;

use super::super::declare::settings;
use super::number;

settings! {
    /// Who may order, and where accounts are created.
    accounts: AccountSettings in "accounts" {
        guest_checkout: bool = true, "guest_checkout", ["Si può ordinare senza account", "Guests may order"];
        at_checkout: bool = true, "signup_at_checkout",
            ["Si può creare un account alla cassa", "An account can be made at checkout"];
        registration: bool = true, "registration",
            ["Si può creare un account dalla pagina «Il mio account»", "An account can be made on the page “My account”"];
        // More than 200 sub-accounts are not manageable in one list.
        subaccounts_maximum: i64 = 25, "subaccounts_maximum" as number(0, 200),
            ["Sotto-account di un’azienda, al massimo", "Sub-accounts of a company, at most"];
    }
}

settings! {
    reviews: ReviewSettings in "reviews" {
        enabled: bool = true, "reviews", ["Si possono scrivere recensioni", "Reviews can be written"];
        rating_required: bool = true, "review_rating_required", ["Le stelle sono obbligatorie", "Stars are required"];
        buyers_only: bool, "reviews_buyers_only",
            ["Solo chi ha acquistato il prodotto", "Only people who bought the product"];
        one_per_buyer: bool = true, "reviews_one_per_buyer",
            ["Una sola recensione a testa per prodotto", "One review of a product for each person"];
        moderated: bool = true, "reviews_moderated", ["Si pubblicano dopo averle lette", "Published after being read"];
        approve_verified: bool, "reviews_approve_verified",
            ["Pubblica subito quelle di chi ha acquistato con un account",
             "Publish those of buyers with an account at once"];
        // More than 100 make a page slow.
        per_page: i64 = 10, "reviews_per_page" as number(1, 100), ["Recensioni per pagina", "Reviews on a page"];
    }
}

settings! {
    comments: CommentSettings in "reviews" {
        [part "Commenti alle pagine", "Comments on pages"]
        moderated: bool = true, "comments.moderated", ["Si pubblicano dopo averli letti", "Published after being read"],
            hint ["Se si può commentare, lo dice ogni pagina", "Whether there are comments is said by each page"];
        members_only: bool, "comments.members_only", ["Solo chi ha un account", "Only people with an account"];
        // More than 100 make a page slow.
        per_page: i64 = 50, "comments.per_page" as number(1, 100), ["Commenti per pagina", "Comments on a page"];
    }
}

settings! {
    mail: MailSettings in "mail" {
        orders_to: String, "mail_orders_to" as SettingKind::Email, ["Avvisi di nuovi ordini", "Notices of new orders"],
            hint ["Vuoto: all’e-mail del negozio", "Empty: to the shop's e-mail"];
        footer: String, "mail_footer" as SettingKind::Lines { maximum: 1000 },
            ["Righe in fondo a ogni messaggio", "Lines at the foot of every message"];
        footer_en: String, "mail_footer_en" as SettingKind::Lines { maximum: 1000 },
            ["Le stesse righe in inglese", "The same lines in English"];
    }
}
