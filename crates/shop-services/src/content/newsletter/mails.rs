//! E-mails about the newsletter. Each contains an unsubscribe link, for people and for their mail program.

use shop_core::base::{Lang, Params};
use shop_core::platform::messages::{codes, text};

use crate::content::mail_template::MailTemplate;
use crate::platform::settings::ShopSettings;
use crate::ports::NewMail;

/// Validity of a confirmation link in days.
pub const CONFIRM_DAYS: i64 = 7;

/// Asks the owner of an address to confirm. It has no unsubscribe link: without a confirmation there is no subscription.
pub(super) fn confirm(recipient: &str, url: &str, settings: &ShopSettings, lang: Lang) -> NewMail {
    let params = params(settings).into_iter().chain([("days".to_owned(), CONFIRM_DAYS.to_string())]).collect();
    let translate = |code: &str| text(code, &params, lang);
    MailTemplate {
        kind: "newsletter_confirm".into(),
        recipient: recipient.into(),
        subject: translate(codes::MAIL_NEWSLETTER_CONFIRM_SUBJECT),
        paragraphs: vec![translate(codes::MAIL_NEWSLETTER_CONFIRM)],
        button: Some((translate(codes::MAIL_NEWSLETTER_CONFIRM_BUTTON), url.to_owned())),
        closing: vec![translate(codes::MAIL_IGNORE)],
        ..MailTemplate::default()
    }
    .into_mail(settings, lang)
}

/// Welcomes a subscriber.
pub(super) fn welcome(recipient: &str, leave_url: &str, settings: &ShopSettings, lang: Lang) -> NewMail {
    build_mail("newsletter_welcome", codes::MAIL_NEWSLETTER_WELCOME, recipient, leave_url, settings, lang)
}

/// Informs a subscriber who subscribes again.
pub(super) fn known(recipient: &str, leave_url: &str, settings: &ShopSettings, lang: Lang) -> NewMail {
    build_mail("newsletter_known", codes::MAIL_NEWSLETTER_KNOWN, recipient, leave_url, settings, lang)
}

/// An e-mail with the unsubscribe headers of a newsletter.
fn build_mail(
    kind: &str,
    code: &str,
    recipient: &str,
    leave_url: &str,
    settings: &ShopSettings,
    lang: Lang,
) -> NewMail {
    let translate = |code: &str| text(code, &params(settings), lang);
    let mail = MailTemplate {
        kind: kind.into(),
        recipient: recipient.into(),
        subject: translate(codes::MAIL_NEWSLETTER_SUBJECT),
        paragraphs: vec![translate(code)],
        closing: vec![format!("{} {leave_url}", translate(codes::MAIL_NEWSLETTER_LEAVE))],
        ..MailTemplate::default()
    }
    .into_mail(settings, lang);
    NewMail { unsubscribe_url: leave_url.to_owned(), ..mail }
}

fn params(settings: &ShopSettings) -> Params {
    Params::from([("shop".to_owned(), settings.shop.name.clone())])
}
