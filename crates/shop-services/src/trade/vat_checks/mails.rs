//! E-mails about an invalid number.

use shop_core::base::Params;
use shop_core::platform::messages::{codes, text};
use shop_core::trade::company::VatNumberState;

use super::VatChecks;
use crate::content::mail_template::MailTemplate;
use crate::platform::settings::ShopSettings;
use crate::ports::{NewMail, RegisterAnswer, StoreError};

impl VatChecks {
    /// Writes the e-mails about a result: to the shop, to every company with the number that was not known to be invalid, and to
    /// the `recipients` who wait for it. None unless the register says that the number is invalid.
    pub(super) async fn mails_about(
        &self,
        country: &str,
        vat_number: &str,
        answer: &RegisterAnswer,
        recipients: &[String],
    ) -> Result<Vec<NewMail>, StoreError> {
        if *answer != RegisterAnswer::Invalid {
            return Ok(Vec::new());
        }
        let settings = self.context.settings().await?;
        let companies = self.store.companies_with_vat(vat_number).await?;
        let fallen = companies.iter().filter(|company| company.standing != VatNumberState::Invalid);
        let names: Vec<&str> = fallen.clone().map(|company| company.name.as_str()).collect();
        let mut to: Vec<&str> = fallen.map(|company| company.email.as_str()).collect();
        to.extend(recipients.iter().map(String::as_str));
        to.retain(|address| !address.is_empty());
        to.sort_unstable();
        to.dedup();
        if to.is_empty() {
            return Ok(Vec::new());
        }
        let who = if names.is_empty() { to.join(", ") } else { names.join(", ") };
        let facts = [country, vat_number, who.as_str()];
        let shop = settings.orders_address();
        let mut mails: Vec<NewMail> = to.iter().map(|address| build_mail(address, facts, false, &settings)).collect();
        if !shop.is_empty() {
            mails.push(build_mail(shop, facts, true, &settings));
        }
        Ok(mails)
    }
}

fn build_mail(recipient: &str, [country, number, who]: [&str; 3], to_shop: bool, settings: &ShopSettings) -> NewMail {
    let lang = if to_shop { settings.shop.language } else { settings.lang() };
    let params: Params = [("country", country), ("value", number), ("name", who)]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .into();
    let translate = |code| text(code, &params, lang);
    let (kind, words) = if to_shop {
        ("vat_invalid_shop", codes::MAIL_VAT_INVALID_SHOP)
    } else {
        ("vat_invalid", codes::MAIL_VAT_INVALID)
    };
    MailTemplate {
        kind: kind.into(),
        recipient: recipient.to_owned(),
        subject: translate(codes::MAIL_VAT_INVALID_SUBJECT),
        paragraphs: vec![translate(words)],
        ..MailTemplate::default()
    }
    .into_mail(settings, lang)
}
