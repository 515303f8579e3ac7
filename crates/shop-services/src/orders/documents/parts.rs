//! The order summary for consumers, and the packing slip.

use shop_core::base::Lang;
use shop_core::checkout::address::format::lines;
use shop_core::orders::document::{DocumentLine, OrderSummary, PackingSlip, Party};
use shop_core::platform::words::documents;

use crate::orders::{further_fields, order_page, wishes};
use crate::platform::settings::ShopSettings;
use crate::ports::{NewOrderLine, OrderRecord};
use crate::records::OrderContent;

/// The seller as named in documents.
pub(crate) fn seller(settings: &ShopSettings, lang: Lang) -> Party {
    let seller = &settings.seller;
    let name = if seller.company.is_empty() { &settings.shop.name } else { &seller.company };
    let town = [settings.shop.postcode.as_str(), &settings.shop.city, &settings.shop.state].join(" ");
    let facts = [
        (documents::seller_vat(lang), &seller.vat_number),
        ("REA", &seller.rea),
        (documents::share_capital(lang), &seller.share_capital),
        ("PEC", &seller.pec),
        ("Tel.", &seller.phone),
        ("E-mail", &seller.email),
    ];
    Party {
        lines: [name.trim(), settings.shop.address.trim(), town.trim()]
            .into_iter()
            .filter(|line| !line.is_empty())
            .map(str::to_owned)
            .collect(),
        facts: facts
            .into_iter()
            .filter(|(_, value)| !value.is_empty())
            .map(|(label, value)| (label.to_owned(), value.clone()))
            .collect(),
    }
}

/// Product name with the chosen values.
pub(crate) fn text_of(line: &NewOrderLine) -> String {
    let chosen = line.content.variation.iter().map(|(_, label, value)| format!(", {label}: {value}"));
    std::iter::once(line.name.clone()).chain(chosen).collect()
}

fn document_line(line: &NewOrderLine, content: &OrderContent) -> DocumentLine {
    DocumentLine {
        text: text_of(line),
        sku: line.sku.clone(),
        quantity: line.quantity,
        total: content.shown_cents(&line.content),
    }
}

/// Order summary for a consumer, in the order's language.
pub fn order_summary(order: &OrderRecord, settings: &ShopSettings) -> OrderSummary {
    let content = &order.content;
    let lang = content.lang;
    let page = order_page(order, settings, lang);
    OrderSummary {
        lang,
        order: page.number,
        ordered_at: order.created_at,
        seller: seller(settings, lang),
        buyer: page.billing_lines,
        delivery: page.shipping_lines,
        lines: order.lines.iter().map(|line| document_line(line, content)).collect(),
        net_prices: content.net_prices,
        totals: page.totals.into_iter().map(|row| (row.kind, row.label, row.cents)).collect(),
        payment: page.payment_title,
        shipping: page.shipping_title,
    }
}

/// Content of the parcel, in the buyer's language. Downloads are not packed.
pub fn packing_slip(order: &OrderRecord, settings: &ShopSettings) -> PackingSlip {
    let content = &order.content;
    let lang = content.lang;
    let address = if content.needs_shipping { &content.shipping } else { &content.billing };
    let phone = if address.phone.is_empty() { &content.billing.phone } else { &address.phone };
    PackingSlip {
        lang,
        order: order.id.to_string(),
        ordered_at: order.created_at,
        seller: seller(settings, lang),
        delivery: lines(address, &settings.shop.country, lang),
        shipping: content.delivery.as_ref().map(|way| way.title.clone()).unwrap_or_default(),
        phone: phone.clone(),
        wishes: wishes(content, documents::buyer_reference_label(lang), lang)
            .into_iter()
            .map(|(label, value)| (label.to_owned(), value))
            .chain(further_fields(content, settings, lang))
            .collect(),
        note: content.customer_note.clone(),
        lines: order
            .lines
            .iter()
            .filter(|line| !line.content.is_virtual)
            .map(|line| document_line(line, content))
            .collect(),
    }
}
