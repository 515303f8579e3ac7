//! Messages by code, from the catalogue in the folder `words` of this crate: `build.rs` generates the constants in [`codes`] and
//! the tables. Server, browser and page renderer use them.
//!
//! Placeholders are written `{name}` and filled from [`Params`]; [`find`] searches all subjects.

use crate::base::{FieldError, Lang, Params};

/// A message: its code and its text in each language.
#[derive(Debug)]
pub struct Message {
    /// Stable code, sent on the wire.
    pub code: &'static str,
    pub it: &'static str,
    pub en: &'static str,
}

impl Message {
    fn text(&self, params: &Params, lang: Lang) -> String {
        let template = match lang {
            Lang::It => self.it,
            Lang::En => self.en,
        };
        filled(template, params, lang)
    }
}

// The tables, from the folders of the catalogue: `BROWSING`, all that a WebAssembly module has by default; `BUYING`, for forms,
// payments and accounts; `FURTHER`, for the back office, visits and e-mails; `ANSWERS`, for the back office alone.
include!(concat!(env!("OUT_DIR"), "/messages.rs"));

/// Set by [`load_every_message`] and [`load_buying_messages`]. Only those functions reference the additional subjects, so that
/// the linker drops them from a module that does not call these.
#[cfg(not(feature = "every-message"))]
static BROUGHT: std::sync::OnceLock<[&[Message]; 2]> = std::sync::OnceLock::new();

/// Loads the complete catalogue if the feature `every-message` is off: until then it has only the subjects for browsing the shop.
#[cfg(not(feature = "every-message"))]
pub fn load_every_message() {
    let _ = BROUGHT.set([BUYING, FURTHER]);
}

/// Adds the subjects of forms, payments and accounts if the feature `every-message` is off.
#[cfg(not(feature = "every-message"))]
pub fn load_buying_messages() {
    let _ = BROUGHT.set([BUYING, &[]]);
}

#[cfg(feature = "every-message")]
fn further() -> [&'static [Message]; 2] {
    [BUYING, FURTHER]
}

#[cfg(not(feature = "every-message"))]
fn further() -> [&'static [Message]; 2] {
    BROUGHT.get().copied().unwrap_or_default()
}

/// Iterates over all messages except the back office's own answers, subject by subject.
pub fn all() -> impl Iterator<Item = &'static Message> {
    BROWSING.iter().chain(further().into_iter().flatten())
}

/// Finds the message of a code.
pub fn find(code: &str) -> Option<&'static Message> {
    all().find(|message| message.code == code)
}

/// Returns the text for a code with its placeholders filled. An unknown code is returned as it is, so that nothing is ever empty.
///
/// ```
/// use shop_core::platform::messages::{codes, text};
/// use shop_core::base::{Lang, Params};
/// let params = Params::from([("stars".into(), "4".into())]);
/// assert_eq!(text(codes::REVIEW_STARS, &params, Lang::It), "4 stelle su 5");
/// assert_eq!(text("no_such_code", &params, Lang::It), "no_such_code");
/// ```
pub fn text(code: &str, params: &Params, lang: Lang) -> String {
    find(code).map_or_else(|| code.to_owned(), |message| message.text(params, lang))
}

/// Returns the back office's text for a code: its own, or that of the rules.
pub fn answer(code: &str, params: &Params, lang: Lang) -> String {
    let own = ANSWERS.iter().find(|message| message.code == code);
    own.map_or_else(|| text(code, params, lang), |message| message.text(params, lang))
}

/// Fills placeholders in one pass, so that a value is never interpreted as a placeholder. The translation of a value has its name
/// with the suffix `_en`.
fn filled(template: &str, params: &Params, lang: Lang) -> String {
    let value = |name: &str| {
        let english = (lang == Lang::En).then(|| params.get(&format!("{name}_en"))).flatten();
        english.or_else(|| params.get(name))
    };
    let mut out = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        if let Some((name, tail)) = after.split_once('}').filter(|(name, _)| is_placeholder(name)) {
            out.push_str(value(name).map_or(FORGOTTEN, String::as_str));
            rest = tail;
        } else {
            out.push('{');
            rest = after;
        }
    }
    out.push_str(rest);
    out
}

fn is_placeholder(name: &str) -> bool {
    !name.is_empty()
        && name.bytes().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == b'_')
}

/// Printed in place of a missing value, because people must not see the template.
const FORGOTTEN: &str = "…";

/// Returns the text for an error.
pub fn sentence(error: &FieldError, lang: Lang) -> String {
    text(&error.code, &error.params, lang)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn what_stands_in_a_value_is_no_placeholder() {
        let params = Params::from([("name".into(), "{total}".into()), ("total".into(), "12,50 €".into())]);
        assert_eq!(
            filled("Ciao {name}: {total}, {Unknown} {", &params, Lang::It),
            "Ciao {total}: 12,50 €, {Unknown} {"
        );
    }

    #[test]
    fn a_forgotten_value_leaves_no_template_behind() {
        assert_eq!(filled("Da {minimum} a {maximum}.", &Params::new(), Lang::It), "Da … a ….");
    }

    #[test]
    fn a_value_with_a_translation_is_said_in_the_language_of_the_sentence() {
        let params = Params::from([("name".into(), "Olio".into()), ("name_en".into(), "Oil".into())]);
        assert_eq!(filled("«{name}»", &params, Lang::It), "«Olio»");
        assert_eq!(filled("“{name}”", &params, Lang::En), "“Oil”");
        let untranslated = Params::from([("name".into(), "Olio".into())]);
        assert_eq!(filled("“{name}”", &untranslated, Lang::En), "“Olio”");
    }

    /// The storefront specification's own Italian texts are in the catalogue verbatim.
    #[test]
    fn italian_sentences_of_the_specification_are_verbatim() {
        for (code, quoted) in [
            ("view_cart", "Visualizza carrello"),
            ("widget_gallery_open", "Visualizza la galleria di immagini a schermo intero"),
            ("review_rating_required", "Seleziona una valutazione"),
            ("review_star", "{stars} stella su 5"),
            ("review_stars", "{stars} stelle su 5"),
            ("widget_password_show", "Mostra password"),
            ("widget_password_hide", "Nascondi password"),
            ("state_choose", "Seleziona un'opzione…"),
            ("password_unknown", "Efficacia della password sconosciuta"),
            ("password_very_weak", "Molto debole"),
            ("password_weak", "Debole"),
            ("password_medium", "Media"),
            ("password_strong", "Forte"),
            ("password_mismatch", "Mancata corrispondenza"),
            ("password_enter_stronger", " - Inserisci una password più sicura."),
            ("variation_make_a_selection", "Seleziona le opzioni del prodotto prima di aggiungerlo al carrello."),
            ("variation_unavailable", "Questo prodotto non è disponibile. Scegli un'altra combinazione."),
            ("variation_no_match", "Nessun prodotto corrisponde alla tua scelta. Prova con un'altra combinazione."),
            (
                "variation_reset",
                "La tua selezione è stata azzerata. Seleziona le opzioni del prodotto prima di aggiungerlo al carrello.",
            ),
            ("widget_select_no_matches", "Nessun riscontro trovato"),
            ("widget_select_load_failed", "Caricamento fallito"),
            ("widget_select_too_short_one", "Inserisci 1 o più caratteri"),
            ("widget_select_too_short", "Inserisci {qty} o più caratteri"),
            ("widget_select_too_long_one", "Elimina 1 carattere"),
            ("widget_select_too_long", "Elimina {qty} caratteri"),
            ("widget_select_too_many_one", "Puoi selezionare solo 1 articolo"),
            ("widget_select_too_many", "Puoi selezionare solo {qty} articoli"),
            ("widget_select_more", "Caricamento altri risultati…"),
            ("widget_select_searching", "Sto cercando…"),
        ] {
            assert_eq!(find(code).map(|message| message.it), Some(quoted), "{code}");
        }
        let label = |field| crate::checkout::address::labels::label("IT", field, Lang::It);
        assert_eq!(label(crate::checkout::address::AddressField::State), "Provincia");
        assert_eq!(
            crate::checkout::address::labels::label("IE", crate::checkout::address::AddressField::Postcode, Lang::It),
            "Eircode"
        );
    }

    /// Its English texts are in the English catalogue verbatim.
    #[test]
    fn english_sentences_of_the_specification_are_verbatim() {
        for (code, quoted) in [
            ("widget_image_failed", "The image could not be loaded."),
            ("widget_content_missing", "Content not found"),
            ("widget_content_failed", "The content could not be loaded."),
            ("request_offline", "You are probably offline."),
            (
                "request_upload_failed",
                "Media upload failed. If this is a photo or a large image, please scale it down and try again.",
            ),
            ("request_invalid_json", "The response is not a valid JSON response."),
            ("request_unknown", "An unknown error occurred."),
            ("express_select_options", "Please select your product options before proceeding."),
            ("express_unavailable", "Sorry, this product is unavailable. Please choose a different combination."),
            (
                "express_taxes_notice",
                "Final taxes charged can differ based on your actual billing address when using Express Checkout buttons (Link, Google Pay or Apple Pay).",
            ),
            ("subaccount_username", "Username must contain between 8 and 30 characters."),
            ("subaccount_email", "The email is not valid."),
            (
                "subaccount_password",
                "The password must contain at least eight characters, at least one letter and one number.",
            ),
            ("trade_subaccount_failed", "Error creating account, Username or Email already in use.:{answer}"),
            ("trade_subaccount_maximum", "You have reached the maximum number of sub-accounts."),
            ("trade_subaccount_delete", "Are you sure you want to delete this subaccount?"),
            ("trade_list_delete", "Are you sure you want to delete this purchase list?"),
            ("trade_search_nothing_found", "No products found ..."),
            ("trade_vat_validating", "Validating..."),
            ("trade_vat_valid", "VAT Validated Successfully"),
            ("trade_vat_invalid", "Invalid VAT. Click to try again"),
            ("trade_quote_title", "Custom quote request"),
            ("trade_quote_send", "Send custom quote request"),
            ("trade_quote_fill_all", "Please fill all fields to submit the quote request"),
            ("trade_quote_email_invalid", "The email address you entered is invalid"),
            (
                "trade_quote_received",
                "Your quote request has been received. We will get back to you as soon as possible.",
            ),
            ("trade_field_required", "{label} is required"),
            ("trade_country_required", "You must select a country"),
            ("trade_list_empty", "The list is empty"),
            ("trade_list_saved", "The list has been saved"),
            ("trade_list_saved_button", "list saved"),
            ("trade_bulk_clear", "Clear X"),
        ] {
            assert_eq!(find(code).map(|message| message.en), Some(quoted), "{code}");
        }
    }

    #[test]
    fn codes_are_unique() {
        let mut seen = BTreeSet::new();
        for message in all() {
            assert!(seen.insert(message.code), "{} appears twice", message.code);
        }
    }
}
