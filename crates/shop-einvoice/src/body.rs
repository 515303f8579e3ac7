//! The body: the document with its lines, totals and payments.

use shop_core::base::Cents;
use shop_core::base::calendar::name_of_day;

use crate::amount;
use crate::document::{Document, Line, Payment, PaymentMeans, Reference};
use crate::nature::{STAMP, owes_stamp};
use crate::summary::SummaryRow;
use crate::text::{fit, parts, some};
use crate::xml::Xml;

/// Maximum length of a `Causale` element, and the number of elements used here.
const REASON: (usize, usize) = (200, 5);

pub(crate) fn write(xml: &mut Xml, document: &Document) {
    xml.group("FatturaElettronicaBody", |xml| {
        xml.group("DatiGenerali", |xml| general(xml, document));
        xml.group("DatiBeniServizi", |xml| {
            for (number, one) in (1..).zip(&document.lines) {
                xml.group("DettaglioLinee", |xml| line(xml, number, one));
            }
            for row in document.summary() {
                xml.group("DatiRiepilogo", |xml| summary(xml, &row));
            }
        });
        if !document.payments.is_empty() {
            xml.group("DatiPagamento", |xml| payments(xml, &document.payments));
        }
    });
}

fn general(xml: &mut Xml, document: &Document) {
    xml.group("DatiGeneraliDocumento", |xml| {
        xml.put("TipoDocumento", document.kind.as_str());
        xml.put("Divisa", "EUR");
        xml.put("Data", name_of_day(document.day));
        xml.put("Numero", some(&document.number, 20));
        if owes_stamp(document.untaxed()) {
            xml.group("DatiBollo", |xml| {
                xml.put("BolloVirtuale", "SI");
                xml.put("ImportoBollo", amount::cents(STAMP));
            });
        }
        xml.put("ImportoTotaleDocumento", amount::cents(document.total));
        let rounding = document.rounding();
        if rounding != Cents::ZERO {
            xml.put("Arrotondamento", amount::cents(rounding));
        }
        for reason in &document.reasons {
            for part in parts(reason, REASON.0, REASON.1) {
                xml.put("Causale", part);
            }
        }
    });
    for order in &document.orders {
        xml.group("DatiOrdineAcquisto", |xml| reference(xml, order));
    }
    for invoice in &document.invoices {
        xml.group("DatiFattureCollegate", |xml| reference(xml, invoice));
    }
    for note in &document.delivery_notes {
        xml.group("DatiDDT", |xml| {
            xml.put("NumeroDDT", some(&note.number, 20));
            xml.put("DataDDT", name_of_day(note.day));
            for line in &note.lines {
                xml.put("RiferimentoNumeroLinea", line.to_string());
            }
        });
    }
}

fn reference(xml: &mut Xml, to: &Reference) {
    xml.put("IdDocumento", some(&to.number, 20));
    xml.maybe("Data", to.day.map(name_of_day));
}

fn line(xml: &mut Xml, number: usize, line: &Line) {
    xml.put("NumeroLinea", number.to_string());
    if let Some(sku) = fit(&line.sku, 35) {
        xml.group("CodiceArticolo", |xml| {
            xml.put("CodiceTipo", "SKU");
            xml.put("CodiceValore", sku);
        });
    }
    let quantity = line.quantity.max(1);
    xml.put("Descrizione", some(&line.text, 1000));
    xml.put("Quantita", amount::pieces(quantity));
    xml.put("UnitaMisura", "PZ");
    xml.put("PrezzoUnitario", amount::each(line.price, quantity));
    if line.discount != Cents::ZERO {
        // Per unit, like the price (check 00423).
        xml.group("ScontoMaggiorazione", |xml| {
            let (kind, off) = if line.discount > Cents::ZERO { ("SC", line.discount) } else { ("MG", -line.discount) };
            xml.put("Tipo", kind);
            xml.put("Importo", amount::each(off, quantity));
        });
    }
    xml.put("PrezzoTotale", amount::cents(line.net()));
    xml.put("AliquotaIVA", amount::percent(line.vat.rate()));
    xml.maybe("Natura", line.vat.nature().map(crate::Nature::code));
}

fn summary(xml: &mut Xml, row: &SummaryRow) {
    xml.put("AliquotaIVA", amount::percent(row.vat.rate()));
    xml.maybe("Natura", row.vat.nature().map(crate::Nature::code));
    if row.rounding != Cents::ZERO {
        xml.put("Arrotondamento", amount::cents(row.rounding));
    }
    xml.put("ImponibileImporto", amount::cents(row.net));
    xml.put("Imposta", amount::cents(row.tax));
    match row.vat.nature() {
        None => xml.put("EsigibilitaIVA", "I"),
        Some(nature) => xml.put("RiferimentoNormativo", nature.rule()),
    }
}

/// Writes the payments: in instalments or at once.
fn payments(xml: &mut Xml, payments: &[Payment]) {
    xml.put("CondizioniPagamento", if payments.len() > 1 { "TP01" } else { "TP02" });
    for payment in payments {
        xml.group("DettaglioPagamento", |xml| {
            xml.put("ModalitaPagamento", payment.means.code());
            xml.maybe("DataScadenzaPagamento", payment.due.map(name_of_day));
            xml.put("ImportoPagamento", amount::cents(payment.cents));
            let iban = crate::text::code(&payment.iban, 35);
            if payment.means == PaymentMeans::Transfer && (15..=34).contains(&iban.len()) {
                xml.put("IBAN", iban);
            }
        });
    }
}
