//! Sends the outbox's e-mails through the mail server.

use std::time::Duration;

use lettre::address::Envelope;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use shop_services::Shop;
use shop_services::ports::{MailMessage, StoreError};

use crate::platform::config::Config;

/// Connection to a mail server.
pub type Transport = AsyncSmtpTransport<Tokio1Executor>;

/// Creates the transport; `None` when e-mails remain in the mailbox.
pub fn transport(config: &Config) -> Option<Transport> {
    if !config.has_mail_server() {
        return None;
    }
    match Transport::from_url(&config.smtp_url) {
        Ok(builder) => Some(builder.timeout(Some(Duration::from_secs(20))).build()),
        Err(error) => {
            tracing::error!(%error, "smtp_url cannot be used: messages stay in the mailbox");
            None
        }
    }
}

/// Sends the e-mails that are due, once.
pub async fn send_due(shop: &Shop, config: &Config, transport: &Transport) -> Result<(), StoreError> {
    let settings = shop.context.settings().await?;
    let from = if config.mail_from.is_empty() { settings.seller.email.clone() } else { config.mail_from.clone() };
    for mail in shop.outbox.claim_due_mail().await? {
        let sent = match message(&mail, &from, &settings.shop.name) {
            Ok(message) => transport.send(message).await.map(|_| ()).map_err(|e| e.to_string()),
            Err(reason) => Err(reason),
        };
        match sent {
            Ok(()) => shop.outbox.mark_mail_sent(&mail).await?,
            Err(reason) => {
                tracing::warn!(mail = mail.id, attempts = mail.attempts, reason, "a message did not go out");
                shop.outbox.mark_mail_failed(&mail, &reason).await?;
            }
        }
    }
    Ok(())
}

/// Parses an address and converts its domain to ASCII, which every mail server understands. Other letters before the @ remain:
/// the transport then requires SMTPUTF8 of the server. `Mailbox`'s own parser would remove quotes.
fn mail_address(text: &str) -> Result<Address, String> {
    let (local, domain) = text.rsplit_once('@').ok_or("no @")?;
    let domain = idna::domain_to_ascii(domain).map_err(|error| error.to_string())?;
    Address::new(local, domain).map_err(|error| error.to_string())
}

/// Builds an e-mail. Its Message-ID is the same at each attempt, so that a mail program shows it once when the server accepted it
/// but its response was lost.
fn message(mail: &MailMessage, from: &str, shop_name: &str) -> Result<Message, String> {
    let from = mail_address(from).map_err(|e| format!("sender: {e}"))?;
    let to = mail_address(&mail.recipient).map_err(|e| format!("recipient: {e}"))?;
    // Derived from the headers, a quoted address would lose its quotes.
    let envelope = Envelope::new(Some(from.clone()), vec![to.clone()]).map_err(|e| e.to_string())?;
    let id = format!("<{}.{}@{}>", mail.id, mail.created_at, from.domain());
    let (from, to) = (Mailbox::new(Some(shop_name.to_owned()), from), Mailbox::new(None, to));
    let mut message =
        Message::builder().message_id(Some(id)).envelope(envelope).from(from).to(to).subject(mail.subject.as_str());
    for (name, value) in unsubscribing(&mail.unsubscribe_url) {
        message = message.raw_header(HeaderValue::new(HeaderName::new_from_ascii_str(name), value));
    }
    message
        .multipart(MultiPart::alternative_plain_html(mail.body_text.clone(), mail.body_html.clone()))
        .map_err(|e| e.to_string())
}

/// Returns the headers for one-click unsubscription (RFC 8058); empty for messages that are not newsletters.
fn unsubscribing(url: &str) -> Vec<(&'static str, String)> {
    if url.is_empty() {
        return Vec::new();
    }
    vec![("List-Unsubscribe", format!("<{url}>")), ("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned())]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mail(unsubscribe_url: &str) -> String {
        mail_to("anna@example.com", unsubscribe_url)
    }

    fn mail_to(recipient: &str, unsubscribe_url: &str) -> String {
        let mail = MailMessage {
            id: 1,
            kind: "newsletter_welcome".into(),
            order_id: None,
            recipient: recipient.into(),
            subject: "Ciao".into(),
            body_html: "<p>Ciao</p>".into(),
            body_text: "Ciao".into(),
            unsubscribe_url: unsubscribe_url.into(),
            attempts: 0,
            sent_at: None,
            last_error: String::new(),
            created_at: 0,
        };
        String::from_utf8(message(&mail, "negozio@example.com", "Bottega").unwrap().formatted())
            .unwrap()
            .replace("\r\n ", " ")
            .replace("  ", " ")
    }

    #[test]
    fn newsletter_mail_alone_says_where_to_unsubscribe_by_one_click() {
        let url = "https://bottega.example/newsletter/annulla/?key=0123456789abcdef0123456789abcdef";
        let text = mail(url);
        assert!(text.contains(&format!("List-Unsubscribe: <{url}>\r\n")), "{text}");
        assert!(text.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"), "{text}");
        assert!(!mail("").contains("List-Unsubscribe"));
    }

    #[test]
    fn quotes_stay_and_a_domain_of_other_letters_is_sent_in_its_ascii_form() {
        for (address, header) in [
            ("anna@example.com", "To: anna@example.com\r\n"),
            ("\"john doe\"@example.com", "To: \"john doe\"@example.com\r\n"),
            ("anna@città.example", "To: anna@xn--citt-3na.example\r\n"),
            ("josé@example.it", "To: josé@example.it\r\n"),
        ] {
            let text = mail_to(address, "");
            assert!(text.contains(header), "{text}");
        }
    }

    #[test]
    fn a_message_to_what_is_no_address_is_not_made() {
        for address in ["", "anna", "john doe@example.com", "anna@", "anna@exa mple.com", "anna@b.it\r\nBcc: c@d.it"] {
            assert!(mail_address(address).is_err(), "{address}");
        }
    }
}
