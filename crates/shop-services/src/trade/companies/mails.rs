//! Messages about companies: to who registered, and to the merchant.

use shop_core::base::Params;
use shop_core::platform::messages::{codes, text};
use shop_core::trade::company::Approval;

use crate::content::mail_template::MailTemplate;
use crate::platform::settings::ShopSettings;
use crate::ports::{NewCompany, NewMail};

/// The company's page of the account.
const OWN_PAGE: &str = "/my-account/company/";
/// The companies of the back office.
const OFFICE_PAGE: &str = "/admin/aziende";

/// What a message is about.
pub(super) enum CompanyMail<'a> {
    /// It was registered and waits: to its main account.
    Waiting,
    /// It may buy on trade terms.
    Approved,
    /// It may not.
    Rejected { reason: &'a str },
    /// One has come that waits: to the merchant.
    ToApprove,
    /// One that was approved has other data now: to the merchant.
    Changed,
}

/// Writes a message about a company of this name. `None`: the merchant has no address.
pub(super) fn write(
    occasion: &CompanyMail<'_>,
    name: &str,
    to: &str,
    settings: &ShopSettings,
    public_url: &str,
) -> Option<NewMail> {
    let (kind, subject, said, button) = match occasion {
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
    // The merchant reads his own language, whoever wrote.
    let to_shop = path == OFFICE_PAGE;
    let lang = if to_shop { settings.shop.language } else { settings.lang() };
    let path = if to_shop { path.to_owned() } else { settings.shop.page_path(lang, path) };
    let mut params =
        Params::from([("shop".to_owned(), settings.shop.name.clone()), ("name".to_owned(), name.to_owned())]);
    if let CompanyMail::Rejected { reason } = occasion {
        params.insert("reason".to_owned(), (*reason).to_owned());
    }
    let said_of = |code: &str| text(code, &params, lang);
    let template = MailTemplate {
        kind: kind.into(),
        recipient: recipient.into(),
        subject: said_of(subject),
        paragraphs: vec![said_of(said)],
        button: Some((said_of(button), format!("{public_url}{path}"))),
        ..MailTemplate::default()
    };
    Some(template.into_mail(settings, lang))
}

/// The messages about a company that is registered: to its main account and, when it waits, to the merchant.
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
