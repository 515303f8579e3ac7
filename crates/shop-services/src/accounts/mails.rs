//! E-mails about accounts, in the shop's language, as HTML and plain text.

use shop_core::base::Params;
use shop_core::platform::messages::{codes, text};

use crate::content::mail_template::MailTemplate;
use crate::platform::settings::ShopSettings;
use crate::ports::NewMail;

/// Validity of a confirmation link: two days, enough for an e-mail read the day after.
pub const CONFIRM_LINK_S: i64 = 48 * 3600;
/// Validity of a password reset link: two hours.
pub const RESET_LINK_S: i64 = 2 * 3600;

/// Occasion of an e-mail.
pub(super) enum AccountMail {
    /// Completes a registration.
    Register,
    /// Somebody registered with an address that has an account.
    AlreadyRegistered,
    /// Contains a password reset link.
    NewPassword,
    /// Confirms an address.
    ConfirmEmail,
    /// An account was created with an order.
    NewAccount,
    /// Warns the current address of a change.
    EmailChanging {
        to: String,
    },
    PasswordChanged,
    AccountDeleted,
}

/// Message codes of an e-mail's texts.
struct Words {
    kind: &'static str,
    subject: &'static str,
    text: &'static str,
    /// Label of the link; `None` without a link.
    button: Option<&'static str>,
    closing: &'static str,
}

fn words(occasion: &AccountMail) -> Words {
    let words = |kind, subject, text, button, closing| Words { kind, subject, text, button, closing };
    let confirm = Some(codes::MAIL_CONFIRM_ADDRESS);
    let choose = Some(codes::MAIL_CHOOSE_PASSWORD);
    let (ignore, write_us) = (codes::MAIL_IGNORE, codes::MAIL_WRITE_US);
    match occasion {
        AccountMail::Register => {
            words("account_register", codes::MAIL_REGISTER_SUBJECT, codes::MAIL_REGISTER, confirm, ignore)
        }
        AccountMail::AlreadyRegistered => {
            let (subject, text) = (codes::MAIL_REGISTERED_SUBJECT, codes::MAIL_REGISTERED);
            words("account_already_registered", subject, text, None, ignore)
        }
        AccountMail::NewPassword => {
            let (subject, text) = (codes::MAIL_NEW_PASSWORD_SUBJECT, codes::MAIL_NEW_PASSWORD);
            words("account_new_password", subject, text, choose, ignore)
        }
        AccountMail::ConfirmEmail => {
            let (subject, text) = (codes::MAIL_CONFIRM_EMAIL_SUBJECT, codes::MAIL_CONFIRM_EMAIL);
            words("account_confirm_email", subject, text, confirm, ignore)
        }
        AccountMail::NewAccount => {
            words("account_new", codes::MAIL_NEW_ACCOUNT_SUBJECT, codes::MAIL_NEW_ACCOUNT, confirm, write_us)
        }
        AccountMail::EmailChanging { .. } => {
            let (subject, text) = (codes::MAIL_EMAIL_CHANGING_SUBJECT, codes::MAIL_EMAIL_CHANGING);
            words("account_email_changing", subject, text, None, write_us)
        }
        AccountMail::PasswordChanged => {
            let (subject, text) = (codes::MAIL_PASSWORD_CHANGED_SUBJECT, codes::MAIL_PASSWORD_CHANGED);
            words("account_password_changed", subject, text, None, write_us)
        }
        AccountMail::AccountDeleted => {
            let (subject, text) = (codes::MAIL_ACCOUNT_DELETED_SUBJECT, codes::MAIL_ACCOUNT_DELETED);
            words("account_deleted", subject, text, None, write_us)
        }
    }
}

pub(super) fn write(occasion: &AccountMail, recipient: &str, url: &str, settings: &ShopSettings) -> NewMail {
    let lang = settings.lang();
    let mut params = Params::from([("shop".to_owned(), settings.shop.name.clone())]);
    let hours = |seconds: i64| ("hours".to_owned(), (seconds / 3600).to_string());
    params.extend(match occasion {
        AccountMail::EmailChanging { to } => Some(("to".to_owned(), to.clone())),
        AccountMail::Register | AccountMail::ConfirmEmail => Some(hours(CONFIRM_LINK_S)),
        AccountMail::NewPassword => Some(hours(RESET_LINK_S)),
        AccountMail::AccountDeleted => Some(("years".to_owned(), settings.retention.order_years.to_string())),
        AccountMail::AlreadyRegistered | AccountMail::NewAccount | AccountMail::PasswordChanged => None,
    });
    let words = words(occasion);
    let translate = |code: &str| text(code, &params, lang);
    MailTemplate {
        kind: words.kind.into(),
        recipient: recipient.into(),
        subject: translate(words.subject),
        paragraphs: vec![translate(words.text)],
        button: words.button.map(|code| (translate(code), url.to_owned())),
        closing: vec![translate(words.closing)],
        ..MailTemplate::default()
    }
    .into_mail(settings, lang)
}
