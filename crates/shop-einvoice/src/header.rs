//! The header: transmission data, seller and buyer.

use crate::amount;
use crate::document::{Buyer, BuyerName, Document, Place, Seller, TaxId};
use crate::file::progressive;
use crate::text::{code, fit, some};
use crate::xml::Xml;

/// Recipient code for buyers without one.
const NO_CODE: &str = "0000000";
/// Placeholder for the number of a private person abroad.
const NO_NUMBER: &str = "0000000";
/// Postcode of all places abroad.
const ABROAD_POSTCODE: &str = "00000";

impl Document {
    /// `FPA12` for public bodies, whose recipient code has six characters; otherwise `FPR12`.
    pub fn format(&self) -> &'static str {
        if self.buyer.recipient.chars().count() == 6 { "FPA12" } else { "FPR12" }
    }
}

pub(crate) fn write(xml: &mut Xml, document: &Document, number: i64) {
    xml.group("FatturaElettronicaHeader", |xml| {
        xml.group("DatiTrasmissione", |xml| transmission(xml, document, number));
        xml.group("CedentePrestatore", |xml| seller(xml, &document.seller));
        xml.group("CessionarioCommittente", |xml| buyer(xml, &document.buyer));
    });
}

fn transmission(xml: &mut Xml, document: &Document, number: i64) {
    xml.group("IdTrasmittente", |xml| tax_id(xml, &document.seller.vat));
    xml.put("ProgressivoInvio", progressive(number));
    xml.put("FormatoTrasmissione", document.format());
    xml.put("CodiceDestinatario", &document.buyer.recipient);
    // With another recipient code the mailbox would be ignored (check 00426).
    let pec = &document.buyer.pec;
    if document.buyer.recipient == NO_CODE && (7..=256).contains(&pec.len()) {
        xml.put("PECDestinatario", pec);
    }
}

fn tax_id(xml: &mut Xml, id: &TaxId) {
    xml.put("IdPaese", &id.country);
    xml.put("IdCodice", code(&id.code, 28));
}

fn seller(xml: &mut Xml, seller: &Seller) {
    xml.group("DatiAnagrafici", |xml| {
        xml.group("IdFiscaleIVA", |xml| tax_id(xml, &seller.vat));
        xml.maybe("CodiceFiscale", tax_code(&seller.tax_code));
        xml.group("Anagrafica", |xml| xml.put("Denominazione", some(&seller.name, 80)));
        xml.put("RegimeFiscale", &seller.regime);
    });
    xml.group("Sede", |xml| place(xml, &seller.place));
    if let Some(entry) = &seller.register {
        xml.group("IscrizioneREA", |xml| {
            xml.put("Ufficio", &entry.office);
            xml.put("NumeroREA", some(&entry.number, 20));
            xml.maybe("CapitaleSociale", entry.capital.map(amount::cents));
            xml.put("StatoLiquidazione", "LN");
        });
    }
    let phone: Option<String> =
        fit(&seller.phone, 12).filter(|phone| phone.len() >= 5 && phone.len() == seller.phone.trim().len());
    let email = Some(seller.email.trim()).filter(|email| (7..=256).contains(&email.len()));
    if phone.is_some() || email.is_some() {
        xml.group("Contatti", |xml| {
            xml.maybe("Telefono", phone);
            xml.maybe("Email", email);
        });
    }
}

fn buyer(xml: &mut Xml, buyer: &Buyer) {
    xml.group("DatiAnagrafici", |xml| {
        let abroad = buyer.place.country != "IT";
        match &buyer.vat {
            Some(id) => xml.group("IdFiscaleIVA", |xml| tax_id(xml, id)),
            None if abroad => xml.group("IdFiscaleIVA", |xml| {
                xml.put("IdPaese", &buyer.place.country);
                xml.put("IdCodice", NO_NUMBER);
            }),
            None => {}
        }
        xml.maybe("CodiceFiscale", tax_code(&buyer.tax_code));
        xml.group("Anagrafica", |xml| match &buyer.name {
            BuyerName::Firm(name) => xml.put("Denominazione", some(name, 80)),
            BuyerName::Person(given, family) => {
                xml.put("Nome", some(given, 60));
                xml.put("Cognome", some(family, 60));
            }
        });
    });
    xml.group("Sede", |xml| place(xml, &buyer.place));
}

/// A tax code, if its length is valid.
fn tax_code(text: &str) -> Option<String> {
    Some(code(text, 17)).filter(|code| (11..=16).contains(&code.len()))
}

fn place(xml: &mut Xml, place: &Place) {
    let italian = place.country == "IT";
    let digits = place.postcode.len() == 5 && place.postcode.bytes().all(|byte| byte.is_ascii_digit());
    xml.put("Indirizzo", some(&place.street, 60));
    xml.put("CAP", if italian && digits { place.postcode.as_str() } else { ABROAD_POSTCODE });
    if italian {
        xml.put("Comune", some(&place.town, 60));
        let province = &place.province;
        let known = province.len() == 2 && province.bytes().all(|byte| byte.is_ascii_uppercase());
        xml.maybe("Provincia", known.then_some(province));
    } else {
        xml.put("Comune", some(&format!("{} {}", place.postcode, place.town), 60));
    }
    xml.put("Nazione", &place.country);
}
