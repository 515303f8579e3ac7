//! Layout of a short e-mail: the shop's name, a heading, paragraphs, rows of facts, and the sender's details.

use maud::{DOCTYPE, html};
use shop_core::base::Lang;

use crate::platform::settings::ShopSettings;
use crate::ports::NewMail;

/// Style of the button link.
const BUTTON: &str = "background:#1f4636;color:#fff;padding:12px 20px;border-radius:8px;text-decoration:none";

/// A short e-mail. All its texts are plain text and are escaped.
#[derive(Clone, Debug, Default)]
pub struct MailTemplate {
    /// Kind of e-mail for the outbox.
    pub kind: String,
    pub recipient: String,
    pub subject: String,
    pub paragraphs: Vec<String>,
    /// Facts: label and value.
    pub facts: Vec<(String, String)>,
    /// Button link: label and URL.
    pub button: Option<(String, String)>,
    pub closing: Vec<String>,
}

impl MailTemplate {
    /// Renders the e-mail as HTML and plain text.
    pub fn into_mail(self, settings: &ShopSettings, lang: Lang) -> NewMail {
        let seller = settings.mail_closing(lang);
        let body = html! {
            (DOCTYPE)
            html lang=(lang.as_str()) {
                head { meta charset="utf-8"; title { (self.subject) } }
                body style="margin:0;background:#f6f2ea;font-family:Georgia,serif;color:#26221c" {
                    div style="max-width:600px;margin:0 auto;padding:32px 24px;background:#fffdf8" {
                        p style="margin:0 0 24px;font-size:22px" { (settings.shop.name) }
                        h1 style="font-size:20px;font-weight:normal;margin:0 0 12px" { (self.subject) }
                        @for text in &self.paragraphs { p style="line-height:1.5" { (text) } }
                        @for (label, value) in &self.facts {
                            p style="margin:4px 0" { (label) ": " strong { (value) } }
                        }
                        @if let Some((words, url)) = &self.button {
                            p style="margin:24px 0" {
                                a href=(url) style=(BUTTON) { (words) }
                            }
                            p style="font-size:13px;line-height:1.5;word-break:break-all" { (url) }
                        }
                        @for text in &self.closing { p style="line-height:1.5" { (text) } }
                        hr style="border:0;border-top:1px solid #e7e0d4;margin:24px 0";
                        p style="font-size:12px;color:#6b6358;line-height:1.5" { @for line in &seller { (line) br; } }
                    }
                }
            }
        };
        let facts: Vec<String> = self.facts.iter().map(|(label, value)| format!("{label}: {value}")).collect();
        let mut parts = self.paragraphs;
        parts.push(facts.join("\n"));
        parts.extend(self.button.map(|(words, url)| format!("{words}: {url}")));
        parts.extend(self.closing);
        parts.push(format!("-- \n{}", seller.join("\n")));
        parts.retain(|part| !part.is_empty());
        NewMail {
            kind: self.kind,
            recipient: self.recipient,
            subject: self.subject,
            body_html: body.into_string(),
            body_text: format!("{}\n", parts.join("\n\n")),
            delay_s: 0,
            unsubscribe_url: String::new(),
        }
    }
}
