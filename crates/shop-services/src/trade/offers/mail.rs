//! The e-mail about an offer.

use shop_core::base::calendar::day;
use shop_core::base::format::price;
use shop_core::platform::words::order_texts;
use shop_core::trade::offer_form::NewOffer;

use super::OfferSums;
use crate::content::mail_template::MailTemplate;
use crate::platform::settings::ShopSettings;
use crate::ports::{NewMail, OfferCompany};

/// Page of a company's offers.
const PATH: &str = "/my-account/offers/";

/// Writes the e-mail to the account that the offer is for, else to the main account; `None` if neither can log in.
pub(super) fn build_mail(
    offer: &NewOffer,
    company: &OfferCompany,
    sums: &OfferSums,
    public_url: &str,
    settings: &ShopSettings,
) -> Option<NewMail> {
    let lang = settings.lang();
    let to = company.people.iter().find(|one| Some(one.customer_id) == offer.customer_id).or(company.people.first())?;
    let mut facts: Vec<(String, String)> =
        sums.lines.iter().map(|line| (format!("{} × {}", line.quantity, line.name), price(line.net, lang))).collect();
    facts.push((order_texts::offer_net(lang).to_owned(), price(sums.net, lang)));
    facts.push((order_texts::offer_total(lang).to_owned(), price(sums.total(), lang)));
    if let Some(end) = offer.valid_until {
        facts.push((order_texts::offer_valid_until(lang).to_owned(), day(end - 1, lang)));
    }
    let see =
        || (order_texts::offer_see(lang).to_owned(), format!("{public_url}{}", settings.shop.page_path(lang, PATH)));
    let closing = if offer.content.notes.is_empty() { Vec::new() } else { vec![offer.content.notes.clone()] };
    let mail = MailTemplate {
        kind: "offer".into(),
        recipient: to.email.clone(),
        subject: order_texts::offer_subject(lang, &offer.title),
        paragraphs: vec![order_texts::offer_opening(lang, &company.name)],
        facts,
        button: (!public_url.is_empty()).then(see),
        closing,
    };
    Some(mail.into_mail(settings, lang))
}
