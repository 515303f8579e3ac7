//! The certified mailbox (PEC): an invoice is an attachment of a message to the exchange system's mailbox. Responses arrive there
//! by mail; staff records them in the back office.

use std::time::Duration;

use async_trait::async_trait;
use lettre::message::header::ContentType;
use lettre::message::{Attachment, Mailbox, MultiPart, SinglePart};
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use shop_services::orders::einvoices::{Answer, CarrierError, InvoiceCarrier, InvoiceFile};

/// Connection to the provider's SMTP server.
type Transport = AsyncSmtpTransport<Tokio1Executor>;

/// A certified mailbox and the exchange system's address.
#[derive(Clone)]
pub struct PecMailbox {
    transport: Transport,
    from: Mailbox,
    to: String,
}

impl PecMailbox {
    /// Creates a carrier for the mailbox `from` at a provider's server (`smtps://user:password@host`).
    ///
    /// # Errors
    /// The reason why the server's or the mailbox's address is invalid.
    pub fn new(url: &str, from: &str) -> Result<Self, String> {
        let transport = Transport::from_url(url).map_err(|error| format!("pec_smtp_url: {error}"))?;
        let from = from.parse().map_err(|error| format!("pec_from: {error}"))?;
        let transport = transport.timeout(Some(Duration::from_secs(30))).build();
        Ok(Self { transport, from, to: String::new() })
    }

    /// Replaces the exchange system's address.
    #[must_use]
    pub fn to(&self, mailbox: &str) -> Self {
        Self { to: mailbox.to_owned(), ..self.clone() }
    }

    fn message(&self, file: &InvoiceFile) -> Result<Message, String> {
        let to: Mailbox = self.to.parse().map_err(|error| format!("recipient: {error}"))?;
        let xml = ContentType::parse("text/xml; charset=utf-8").map_err(|error| error.to_string())?;
        let attachment = Attachment::new(file.name.clone()).body(file.xml.clone(), xml);
        let text = SinglePart::plain(format!("Invio file {}", file.name));
        Message::builder()
            .from(self.from.clone())
            .to(to)
            .subject(format!("Invio file {}", file.name))
            .multipart(MultiPart::mixed().singlepart(text).singlepart(attachment))
            .map_err(|error| error.to_string())
    }
}

#[async_trait]
impl InvoiceCarrier for PecMailbox {
    async fn carry(&self, file: &InvoiceFile) -> Result<String, CarrierError> {
        let message = self.message(file).map_err(CarrierError::Unavailable)?;
        self.transport.send(message).await.map_err(|error| CarrierError::Unavailable(error.to_string()))?;
        Ok(file.name.clone())
    }

    async fn ask(&self, _: &str) -> Result<Option<Answer>, CarrierError> {
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_document_is_attached_under_its_name() {
        let mailbox = PecMailbox::new("smtp://127.0.0.1:1", "fatture@pec.example").unwrap().to("sdi01@pec.example");
        let file = InvoiceFile { name: "IT00743110157_00001.xml".into(), xml: "<p:FatturaElettronica/>".into() };
        let text = String::from_utf8(mailbox.message(&file).unwrap().formatted()).unwrap();
        for part in
            ["filename=\"IT00743110157_00001.xml\"", "text/xml", "To: sdi01@pec.example", "From: fatture@pec.example"]
        {
            assert!(text.contains(part), "{part}\n{text}");
        }
        assert!(matches!(mailbox.carry(&file).await, Err(CarrierError::Unavailable(_))), "nobody listens there");
        assert!(matches!(mailbox.to("nessuno").carry(&file).await, Err(CarrierError::Unavailable(_))));
        for (url, from) in [("http://x", "a@b.example"), ("smtp://x", "nobody")] {
            assert!(PecMailbox::new(url, from).is_err(), "{url} {from}");
        }
    }
}
