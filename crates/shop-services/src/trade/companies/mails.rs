//! E-mails about companies, to the registrant and to the merchant.

use shop_core::base::Params;
use shop_core::platform::messages::{codes, text};
use shop_core::trade::company::Approval;

use crate::content::mail_template::MailTemplate;
use crate::platform::settings::ShopSettings;
use crate::ports::{NewCompany, NewMail};

/// The company page of the account.
const OWN_PAGE: &str = "/my-account/company/";
/// Company list of the back office.
const OFFICE_PAGE: &str = "/admin/aziende";

/// Occasion of an e-mail.
pub(super) enum CompanyMail<'a> {
    /// Registered and pending: to its main account.
    Waiting,
    /// Approved for trade terms.
    Approved,
    Rejected {
        reason: &'a str,
    },
    /// A new registration needs approval: to the merchant.
    ToApprove,
    /// Data of an approved company changed: to the merchant.
    Changed,
}

/// Writes an e-mail about a company. Returns `None` if the merchant has no address.
pub(super) fn write(
    occasion: &CompanyMail<'_>,
    name: &str,
    to: &str,
    settings: &ShopSettings,
    public_url: &str,
) -> Option<NewMail> {
    let (kind, subject, opening, button) = match occasion {
        CompanyMail::Waiting => {
            ("trade_waiting", codes::MAIL_TRADE_WAITING_SUBJECT, codes::MAIL_TRADE_WAITING, codes::MAIL_TRADE_OWN)
        }
        CompanyMail::Approved => {
            ("trade_approved", codes::MAIL_TRADE_APPROVED_SUBJECT, codes::MAIL_TRADE_APPROVED, codes::MAIL_TRADE_OWN)
        }
        CompanyMail::Rejected { .. } => (
            "trade_rejected",
            codes::MAIL_TRADE_REJECTED_SUBJECT,
            codes::MAIL_TRADE_REJECTED,
            codes::MAIL_TRADE_CORRECT,
        ),
        CompanyMail::ToApprove => {
            ("trade_to_approve", codes::MAIL_TRADE_NEW_SUBJECT, codes::MAIL_TRADE_NEW, codes::MAIL_TRADE_OFFICE)
        }
        CompanyMail::Changed => {
            ("trade_changed", codes::MAIL_TRADE_CHANGED_SUBJECT, codes::MAIL_TRADE_CHANGED, codes::MAIL_TRADE_OFFICE)
        }
    };
    let (recipient, path) = match occasion {
        CompanyMail::ToApprove | CompanyMail::Changed => (settings.orders_address(), OFFICE_PAGE),
        _ => (to, OWN_PAGE),
    };
    if recipient.is_empty() {
        return None;
    }
    // E-mails to the merchant use the shop's language, whoever triggered them.
    let to_shop = path == OFFICE_PAGE;
    let lang = if to_shop { settings.shop.language } else { settings.lang() };
    let path = if to_shop { path.to_owned() } else { settings.shop.page_path(lang, path) };
    let mut params =
        Params::from([("shop".to_owned(), settings.shop.name.clone()), ("name".to_owned(), name.to_owned())]);
    if let CompanyMail::Rejected { reason } = occasion {
        params.insert("reason".to_owned(), (*reason).to_owned());
    }
    let translate = |code: &str| text(code, &params, lang);
    let template = MailTemplate {
        kind: kind.into(),
        recipient: recipient.into(),
        subject: translate(subject),
        paragraphs: vec![translate(opening)],
        button: Some((translate(button), format!("{public_url}{path}"))),
        ..MailTemplate::default()
    };
    Some(template.into_mail(settings, lang))
}

/// Writes the e-mails about a registration: to the main account and, if approval is needed, to the merchant.
pub(crate) fn mails_of_new(
    company: &NewCompany,
    email: &str,
    settings: &ShopSettings,
    public_url: &str,
) -> Vec<NewMail> {
    let occasions = match company.approval {
        Approval::Pending => vec![CompanyMail::Waiting, CompanyMail::ToApprove],
        Approval::Approved => vec![CompanyMail::Approved],
        Approval::Rejected => Vec::new(),
    };
    let of = |occasion: &CompanyMail<'_>| write(occasion, &company.data.name, email, settings, public_url);
    occasions.iter().filter_map(of).collect()
}
