//! Electronic invoices of orders made up at random, and credit notes of their refunds: their sums are those of the orders, to the
//! cent. Where `EINVOICES` names a folder the files are left there, each with what its order came to beside it, for the
//! independent check of `check.py`.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "a test that fails says where")]

mod made_up;

use std::path::PathBuf;

use made_up::{MadeUp, made_up};
use serde_json::json;
use shop_core::base::Cents;
use shop_einvoice::{Document, Nature, Reference, Vat, file_name};
use shop_services::orders::einvoices::{InvoicedOrder, deferred};

/// Orders that are made up.
const ORDERS: u64 = 240;
/// Days since 1970-01-01: 2026-11-25.
const TODAY: i64 = 20_782;

/// Writes a document with what its order came to; its sums must be the order's.
fn keep(document: &Document, number: i64, total: Cents, tax: Cents) {
    let rows = document.summary();
    let (net, taxes): (Cents, Cents) =
        (rows.iter().map(|row| row.net).sum(), rows.iter().map(|row| row.tax).sum::<Cents>());
    assert_eq!(net + taxes + document.rounding(), total, "{}", document.number);
    // A cart that is rounded once differs from its lines by half a cent each at most.
    let most = i64::try_from(document.lines.len() / 2 + 1).expect("few");
    assert!(document.rounding().0.abs() <= most, "{}: {:?}", document.number, document.rounding());
    let parted = rows.iter().map(|row| row.rounding.0.abs()).sum::<i64>() + document.rounding().0.abs();
    assert!((taxes - tax).0.abs() <= parted, "{}: {taxes:?} {tax:?}", document.number);
    let Some(folder) = std::env::var_os("EINVOICES").map(PathBuf::from) else { return };
    let name = file_name(&document.seller.vat, number);
    std::fs::write(folder.join(&name), document.to_xml(number)).expect("written");
    let order =
        json!({ "total_cents": total.0, "tax_cents": tax.0, "parted_cents": parted, "lines": document.lines.len() });
    std::fs::write(folder.join(format!("{name}.json")), order.to_string()).expect("written");
}

fn invoiced(one: &MadeUp) -> InvoicedOrder<'_> {
    InvoicedOrder {
        order: &one.order,
        requested: &one.requested,
        company: one.company.as_ref(),
        settings: &one.settings,
    }
}

#[test]
fn documents_come_to_what_their_orders_came_to() {
    let all: Vec<MadeUp> = (0..ORDERS).map(|seed| made_up(seed, TODAY)).collect();
    let mut files = 0_i64;
    let mut next = || {
        files += 1;
        files
    };
    for one in &all {
        let content = &one.order.content;
        let total = content.total_cents + content.credit_cents();
        let number = next();
        let document = Document { number: format!("{number}/2026"), ..invoiced(one).invoice(TODAY) };
        // VAT of another member state stands with its amounts.
        let elsewhere = document.lines.iter().any(|line| line.vat == Vat::None(Nature::PaidElsewhere));
        let tax = content.taxes.iter().map(|one| one.items_cents + one.shipping_cents).sum();
        keep(&document, number, total, if elsewhere { Cents::ZERO } else { tax });
        let mut credited = Cents::ZERO;
        for refund in &one.order.refunds {
            let names = Reference { number: document.number.clone(), day: Some(TODAY) };
            let Some(note) = invoiced(one).credit_note(refund.id, names, TODAY + 3) else { continue };
            let number = next();
            let note = Document { number: format!("NC-{number}/2026"), ..note };
            let tax = note.taxes.iter().map(|row| row.tax).sum();
            keep(&note, number, refund.cents.min(total - credited), tax);
            credited += note.total;
        }
        if one.refunded_whole {
            assert_eq!(credited, total, "all that was paid is credited: order {}", one.order.id);
        }
    }
    for some in all.chunks(8).take(10) {
        let seller = &some[0];
        let orders: Vec<_> =
            some.iter().map(|one| (InvoicedOrder { settings: &seller.settings, ..invoiced(one) }, TODAY - 5)).collect();
        let singly: Vec<Document> = orders.iter().map(|(order, _)| order.invoice(TODAY)).collect();
        let number = next();
        let document = Document { number: format!("D-{number}/2026"), ..deferred(&orders, TODAY).expect("one") };
        let rounding: Cents = singly.iter().map(Document::rounding).sum();
        assert_eq!(document.total, singly.iter().map(|one| one.total).sum());
        assert_eq!(document.delivery_notes.len(), orders.len());
        let tax = document.taxes.iter().map(|row| row.tax).sum();
        let rows: Cents = document.summary().iter().map(|row| row.net + row.tax).sum();
        assert_eq!(document.total - rows, rounding);
        keep(&document, number, document.total, tax);
    }
    assert!(files >= 500, "{files} documents");
}
