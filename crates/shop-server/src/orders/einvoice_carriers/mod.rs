//! Carriers of electronic invoices to the exchange system: a certified mailbox, an intermediary's API.

mod intermediary;
mod pec;

use std::sync::Arc;

use shop_services::Shop;
use shop_services::orders::einvoices::InvoiceCarrier;
use shop_services::platform::settings::CarrierChoice;

pub use intermediary::Intermediary;
pub use pec::PecMailbox;

use crate::platform::config::Config;

/// The configured carriers. If the chosen one is not among them, documents remain ready to send, and the back office reports it.
pub struct Carriers {
    pec: Option<Arc<PecMailbox>>,
    intermediary: Option<Arc<dyn InvoiceCarrier>>,
}

impl Carriers {
    /// Creates the carriers of the configuration; an unusable one is logged as an error.
    pub fn from_config(config: &Config) -> Self {
        let pec = (!config.pec_smtp_url.is_empty()).then(|| PecMailbox::new(&config.pec_smtp_url, &config.pec_from));
        let intermediary =
            (!config.einvoice_url.is_empty()).then(|| Intermediary::new(&config.einvoice_url, &config.einvoice_token));
        Self {
            pec: pec.and_then(|made| usable(made).map(Arc::new)),
            intermediary: intermediary
                .and_then(|made| usable(made).map(|one| Arc::new(one) as Arc<dyn InvoiceCarrier>)),
        }
    }

    /// Tells whether this process has a carrier.
    pub fn has(config: &Config, choice: CarrierChoice) -> bool {
        match choice {
            CarrierChoice::Download => true,
            CarrierChoice::Pec => !config.pec_smtp_url.is_empty() && !config.pec_from.is_empty(),
            CarrierChoice::Intermediary => !config.einvoice_url.is_empty(),
        }
    }

    /// Runs one round: issues due invoices, hands them over, and asks for their results.
    pub async fn round(&self, shop: &Shop) {
        match shop.einvoices.issue_due().await {
            Ok(0) => {}
            Ok(count) => tracing::info!(count, "electronic invoices were issued"),
            Err(error) => tracing::error!(%error, "issuing electronic invoices failed"),
        }
        if let Some(pec) = &self.pec {
            match shop.context.settings().await {
                Ok(settings) => {
                    let addressed: Arc<dyn InvoiceCarrier> = Arc::new(pec.to(&settings.einvoices.sdi_pec));
                    carry(shop, CarrierChoice::Pec, &addressed).await;
                }
                Err(error) => tracing::error!(%error, "reading the settings failed"),
            }
        }
        if let Some(intermediary) = &self.intermediary {
            carry(shop, CarrierChoice::Intermediary, intermediary).await;
        }
    }
}

async fn carry(shop: &Shop, choice: CarrierChoice, carrier: &Arc<dyn InvoiceCarrier>) {
    match shop.einvoices.carry_due(choice, carrier).await {
        Ok(0) => {}
        Ok(count) => tracing::info!(count, carrier = %choice, "electronic invoices took a step"),
        Err(error) => tracing::error!(%error, "handing electronic invoices over failed"),
    }
}

fn usable<T>(made: Result<T, String>) -> Option<T> {
    made.inspect_err(|error| tracing::error!(error, "electronic invoices cannot be handed over")).ok()
}
