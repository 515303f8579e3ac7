//! E-mails about conversations.

use shop_core::base::format::price;
use shop_core::base::{ConversationId, Lang, Params};
use shop_core::platform::messages::{codes, text};
use shop_core::trade::conversation::QuotedCart;

use super::conversation_path;
use crate::content::mail_template::MailTemplate;
use crate::platform::settings::ShopSettings;
use crate::ports::NewMail;

/// The message that an e-mail is about.
pub(super) struct MessageFacts<'a> {
    pub(super) title: &'a str,
    /// Name of the author.
    pub(super) name: &'a str,
    /// Address of the author.
    pub(super) email: &'a str,
    pub(super) body: &'a str,
    pub(super) files: &'a [String],
    pub(super) quoted: Option<&'a QuotedCart>,
}

impl MessageFacts<'_> {
    fn translate(&self, code: &str, settings: &ShopSettings, lang: Lang) -> String {
        let params = Params::from([
            ("shop".to_owned(), settings.shop.name.clone()),
            ("title".to_owned(), self.title.to_owned()),
            ("name".to_owned(), self.name.to_owned()),
            ("files".to_owned(), self.files.join(", ")),
        ]);
        text(code, &params, lang)
    }

    /// Paragraphs of the message, and the names of its files.
    fn words(&self, settings: &ShopSettings, lang: Lang) -> Vec<String> {
        let lines = self.body.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned);
        let files = (!self.files.is_empty()).then(|| self.translate(codes::MAIL_CONVERSATION_FILES, settings, lang));
        lines.chain(files).collect()
    }

    /// The products of a quote with quantities and prices.
    fn products(&self, lang: Lang) -> Vec<(String, String)> {
        let lines = self.quoted.map(|quoted| quoted.lines.as_slice()).unwrap_or_default();
        let row = |line: &shop_core::trade::conversation::QuotedLine| {
            (line.name.clone(), format!("{} × {}", line.quantity, price(line.unit_price_cents, lang)))
        };
        lines.iter().map(row).collect()
    }
}

fn button(words: String, base: &str, path: &str) -> Option<(String, String)> {
    (!base.is_empty()).then(|| (words, format!("{base}{path}")))
}

/// Notifies the shop of a buyer's message, if it has configured an address.
pub(super) fn to_shop(
    facts: &MessageFacts<'_>,
    id: ConversationId,
    settings: &ShopSettings,
    base: &str,
) -> Option<NewMail> {
    let address = settings.orders_address();
    if address.is_empty() {
        return None;
    }
    let translate = |code| facts.translate(code, settings, Lang::It);
    let mut paragraphs = vec![translate(codes::MAIL_CONVERSATION_SHOP)];
    paragraphs.extend(facts.words(settings, Lang::It));
    let mut rows = facts.products(Lang::It);
    rows.push((translate(codes::MAIL_CONVERSATION_SHOP_SENDER), facts.email.to_owned()));
    let mail = MailTemplate {
        kind: "conversation_message".into(),
        recipient: address.to_owned(),
        subject: translate(codes::MAIL_CONVERSATION_SHOP_SUBJECT),
        paragraphs,
        facts: rows,
        button: button(translate(codes::MAIL_CONVERSATION_SHOP_OPEN), base, &format!("/admin/conversazioni/{id}")),
        ..MailTemplate::default()
    };
    Some(mail.into_mail(settings, Lang::It))
}

/// Notifies a buyer of the shop's answer; `key` gives access without a login.
pub(super) fn to_buyer(
    facts: &MessageFacts<'_>,
    (id, key): (ConversationId, &str),
    (recipient, lang): (&str, Lang),
    settings: &ShopSettings,
    base: &str,
) -> NewMail {
    let translate = |code| facts.translate(code, settings, lang);
    let mut paragraphs = vec![translate(codes::MAIL_CONVERSATION_ANSWER)];
    paragraphs.extend(facts.words(settings, lang));
    MailTemplate {
        kind: "customer_conversation_answer".into(),
        recipient: recipient.to_owned(),
        subject: translate(codes::MAIL_CONVERSATION_ANSWER_SUBJECT),
        paragraphs,
        button: button(
            translate(codes::MAIL_CONVERSATION_READ),
            base,
            &settings.shop.page_path(lang, &conversation_path(id, key)),
        ),
        ..MailTemplate::default()
    }
    .into_mail(settings, lang)
}

/// Acknowledges a quote request to a sender without a login. It repeats none of the input, because anybody can enter anybody's
/// address.
pub(super) fn quote_received(
    facts: &MessageFacts<'_>,
    (id, key): (ConversationId, &str),
    settings: &ShopSettings,
    base: &str,
) -> NewMail {
    let lang = settings.lang();
    let translate = |code| facts.translate(code, settings, lang);
    MailTemplate {
        kind: "customer_quote_received".into(),
        recipient: facts.email.to_owned(),
        subject: translate(codes::MAIL_QUOTE_RECEIVED_SUBJECT),
        paragraphs: vec![translate(codes::MAIL_QUOTE_RECEIVED)],
        facts: facts.products(lang),
        button: button(
            translate(codes::MAIL_CONVERSATION_READ),
            base,
            &settings.shop.page_path(lang, &conversation_path(id, key)),
        ),
        ..MailTemplate::default()
    }
    .into_mail(settings, lang)
}
