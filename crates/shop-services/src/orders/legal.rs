//! Legal texts of an order confirmation on a durable medium (Codice del consumo art. 51, par. 7): the terms in force, the
//! withdrawal conditions with the model form and the exceptions, and the legal guarantee.

use shop_core::base::text::escape_html;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Lang, Params};
use shop_core::content::page::PageKind;
use shop_core::orders::withdrawal::WithdrawalLine;
use shop_core::platform::messages::{codes, text};
use shop_core::platform::words::legal_texts;

use crate::content::pages::{PageMatch, Pages, fill};
use crate::content::rich_text::clean;
use crate::platform::settings::ShopSettings;
use crate::ports::{NewOrderLine, PageRecord};
use crate::records::AcceptedTerms;

/// Slug of the page about withdrawal.
const WITHDRAWAL_SLUG: &str = "diritto-di-recesso";
/// Slug of the page about the legal guarantee.
const GUARANTEE_SLUG: &str = "garanzia-legale";

/// A section of the legal text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegalSection {
    pub title: String,
    pub html: String,
}

impl LegalSection {
    /// The section as plain text, one line per paragraph.
    pub fn text(&self) -> String {
        let plain = without_tags(&self.html);
        let lines: Vec<&str> = plain.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        format!("{}\n\n{}", self.title.to_uppercase(), lines.join("\n"))
    }
}

/// Converts sanitised HTML to text: ends of paragraphs become line breaks, emphasis and links keep their text.
fn without_tags(html: &str) -> String {
    let mut out = String::with_capacity(html.len());
    for (n, part) in html.split('<').enumerate() {
        let (tag, words) = if n == 0 { ("", part) } else { part.split_once('>').unwrap_or(("", part)) };
        if matches!(tag, "/p" | "/li" | "/h2" | "/h3" | "/h4" | "br" | "br/" | "br /" | "/tr") {
            out.push('\n');
        }
        out.push_str(words);
    }
    [("&nbsp;", "\u{a0}"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
        .iter()
        .fold(out, |text, (name, sign)| text.replace(name, sign))
}

/// The terms that are currently published: page and version.
pub(crate) fn terms_in_force(pages: &Pages, settings: &ShopSettings, now: UnixSeconds) -> Option<AcceptedTerms> {
    let path = settings.checkout.terms_page.clone()?;
    let version = find_page(pages, path.trim_matches('/'), now).map(|record| record.version);
    Some(AcceptedTerms { path, version, at: now })
}

fn find_page<'a>(pages: &'a Pages, slug: &str, now: UnixSeconds) -> Option<&'a PageRecord> {
    match pages.at(PageKind::Page, slug, now)? {
        PageMatch::Here(record) | PageMatch::Moved(record) => Some(record),
    }
}

/// Returns all legal sections of an order.
pub(crate) fn sections(
    lines: &[NewOrderLine],
    lang: Lang,
    pages: &Pages,
    settings: &ShopSettings,
    now: UnixSeconds,
) -> Vec<LegalSection> {
    let page = |slug: &str| {
        find_page(pages, slug, now).map(|record| {
            let page = &record.page;
            let html = clean(&fill(lang.select(&page.body, &page.body_en), settings, lang));
            LegalSection { title: lang.select(&page.title, &page.title_en).to_owned(), html }
        })
    };
    let mut out = Vec::new();
    out.extend(settings.checkout.terms_page.as_deref().and_then(|path| page(path.trim_matches('/'))));
    out.push(page(WITHDRAWAL_SLUG).unwrap_or_else(|| built_in_withdrawal(lang)));
    let mut products = String::new();
    for line in lines {
        let sentences: Vec<String> =
            line_codes(line).into_iter().map(|code| text(code, &Params::new(), lang)).collect();
        let name = escape_html(&line.name);
        products.push_str(&format!("<p><b>{name}</b>: {}</p>", escape_html(&sentences.join(" "))));
    }
    out.push(LegalSection { title: legal_texts::withdrawal_products(lang).into(), html: products });
    out.push(model_form(settings, lang));
    out.push(page(GUARANTEE_SLUG).unwrap_or_else(|| built_in_guarantee(lang)));
    out
}

/// Codes of the sentences about withdrawal for a new order line.
fn line_codes(line: &NewOrderLine) -> Vec<&'static str> {
    let state = WithdrawalLine {
        perishable: line.content.perishable,
        dated: line.content.booking.is_some(),
        sealed: line.content.sealed,
        personalised: line.content.personalised,
        ..WithdrawalLine::default()
    };
    match state.excluded() {
        Some(why) => vec![why.code()],
        None if line.content.downloadable => vec![codes::WITHDRAWAL_FILES],
        None => std::iter::once(codes::WITHDRAWAL_OPEN).chain(state.condition()).collect(),
    }
}

/// The model withdrawal form (Codice del consumo, annex I, part B).
fn model_form(settings: &ShopSettings, lang: Lang) -> LegalSection {
    let mut to: Vec<String> = settings.seller_lines(lang).iter().map(|line| escape_html(line)).collect();
    if !settings.seller.email.is_empty() {
        to.push(escape_html(&settings.seller.email));
    }
    let to = to.join("<br>");
    let rest = [
        legal_texts::form_ordered(lang),
        legal_texts::form_name(lang),
        legal_texts::form_address(lang),
        legal_texts::form_signature(lang),
        legal_texts::form_date(lang),
    ];
    let blanks = rest.iter().map(|label| format!("<p>{label} ____________________</p>")).collect::<Vec<_>>().concat();
    let (hint, addressee, declares) =
        (legal_texts::form_hint(lang), legal_texts::form_to(lang), legal_texts::form_declares(lang));
    LegalSection {
        title: legal_texts::form_title(lang).into(),
        html: format!("<p>{hint}</p><p>{addressee}:<br>{to}</p><p>{declares}</p><p>____________________</p>{blanks}"),
    }
}

fn built_in_withdrawal(lang: Lang) -> LegalSection {
    LegalSection {
        title: legal_texts::withdrawal_title(lang).into(),
        html: format!("<p>{}</p>", legal_texts::withdrawal(lang)),
    }
}

fn built_in_guarantee(lang: Lang) -> LegalSection {
    LegalSection {
        title: legal_texts::guarantee_title(lang).into(),
        html: format!("<p>{}</p>", legal_texts::guarantee(lang)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_becomes_lines_of_plain_words() {
        let html = "<p>L&#39;<b>ordine</b>: 2 &lt; 3</p><ul><li>Uno</li><li>Due &amp;lt;</li></ul>".to_owned();
        let section = LegalSection { title: "Condizioni".into(), html };
        assert_eq!(section.text(), "CONDIZIONI\n\nL'ordine: 2 < 3\nUno\nDue &lt;");
    }
}
