//! Document of an offer.

use shop_core::base::Lang;
use shop_core::orders::document::{OfferDocument, OfferDocumentLine, Party};
use shop_core::trade::offer::OfferLine;

use super::OfferSums;
use crate::orders::documents::seller;
use crate::platform::settings::ShopSettings;
use crate::ports::OfferRecord;

/// Content of an offer's document in the shop's language. Goods that are no longer sold are left out.
pub fn offer_paper(offer: &OfferRecord, sums: &OfferSums, settings: &ShopSettings) -> OfferDocument {
    let lang: Lang = settings.lang();
    let line = |(at, line): (usize, &OfferLine)| match line {
        OfferLine::Text { text } => Some(OfferDocumentLine { text: text.clone(), ..OfferDocumentLine::default() }),
        OfferLine::Goods(_) => sums.of_line(at).map(|sum| OfferDocumentLine {
            text: sum.name.clone(),
            sku: sum.sku.clone(),
            quantity: Some(sum.quantity),
            unit: sum.unit_net,
            rate: sum.rate.clone(),
            net: sum.net,
        }),
    };
    OfferDocument {
        lang,
        number: offer.id.to_string(),
        title: offer.offer.title.clone(),
        written_at: offer.sent_at.unwrap_or(offer.updated_at),
        valid_until: offer.offer.valid_until,
        seller: seller(settings, lang),
        buyer: Party { lines: vec![offer.company.clone()], facts: Vec::new() },
        lines: offer.offer.content.lines.iter().enumerate().filter_map(line).collect(),
        vat: sums.vat.clone(),
        net: sums.net,
        tax: sums.tax,
        total: sums.total(),
        notes: offer.offer.content.notes.clone(),
    }
}
