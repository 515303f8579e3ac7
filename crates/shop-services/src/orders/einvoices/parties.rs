//! Seller and buyer of an electronic invoice.

use shop_core::base::Cents;
use shop_core::base::text::parse_fixed;
use shop_core::checkout::address::Address;
use shop_core::checkout::invoice::InvoiceBuyer;
use shop_core::trade::tax_ids::sdi::{ABROAD, NO_CODE, foreign_code};
use shop_einvoice::{Buyer, BuyerName, Place, Register, Seller, TaxId};

use crate::platform::settings::ShopSettings;
use crate::ports::{InvoicedCompany, OrderRecord};
use crate::records::OrderInvoice;

/// Builds the seller from the settings.
pub(super) fn seller(settings: &ShopSettings) -> Seller {
    let (seller, shop) = (&settings.seller, &settings.shop);
    Seller {
        vat: tax_id(&seller.vat_number, &shop.country),
        tax_code: settings.einvoices.tax_code.clone(),
        name: seller.company.clone(),
        regime: settings.einvoices.regime.as_str().to_owned(),
        place: Place {
            street: shop.address.clone(),
            postcode: shop.postcode.clone(),
            town: shop.city.clone(),
            province: shop.state.clone(),
            country: shop.country.clone(),
        },
        register: register(&seller.rea, &seller.share_capital),
        phone: seller.phone.clone(),
        email: seller.email.clone(),
    }
}

/// Parses the business register entry: "PR-123456", with the share capital as people write it, "10.000,00 € i.v."
fn register(rea: &str, capital: &str) -> Option<Register> {
    let signs: String = rea.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_uppercase();
    let signs = signs.strip_prefix("REA").unwrap_or(&signs);
    let (office, number) = signs.split_at_checked(2)?;
    let letters = office.bytes().all(|byte| byte.is_ascii_uppercase());
    let digits = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    (letters && digits).then(|| Register {
        office: office.to_owned(),
        number: number.to_owned(),
        capital: amount(capital),
    })
}

/// Finds an Italian-format amount in a text.
fn amount(text: &str) -> Option<Cents> {
    let begin = text.find(|c: char| c.is_ascii_digit())?;
    let number: String =
        text.get(begin..)?.chars().take_while(|c| c.is_ascii_digit() || matches!(c, '.' | ',' | '\'')).collect();
    let plain = number.trim_end_matches(['.', ',']).replace(['.', '\''], "").replace(',', ".");
    parse_fixed(&plain, 2).map(Cents).filter(|cents| *cents > Cents::ZERO)
}

/// Splits a VAT number into country and number; the prefix may be missing.
pub(super) fn tax_id(number: &str, country: &str) -> TaxId {
    let signs: String = number.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_uppercase();
    match signs.split_at_checked(2) {
        Some((prefix, code)) if prefix.bytes().all(|byte| byte.is_ascii_uppercase()) => {
            TaxId { country: prefix.to_owned(), code: code.to_owned() }
        }
        _ => TaxId { country: country.to_owned(), code: signs },
    }
}

/// Returns an order's invoice data: what the buyer requested, completed with the company's data; `None` if it has no invoice.
pub fn invoiced_as(order: &OrderRecord, company: Option<&InvoicedCompany>) -> Option<OrderInvoice> {
    let requested = order.content.invoice.clone();
    match company {
        Some(company) => Some(invoiced_by(requested, company)),
        None => requested,
    }
}

/// Completes the buyer's invoice request with the company's data.
pub fn invoiced_by(requested: Option<OrderInvoice>, company: &InvoicedCompany) -> OrderInvoice {
    let requested = requested.unwrap_or(OrderInvoice { buyer: InvoiceBuyer::Business, ..OrderInvoice::default() });
    let or = |own: String, other: &String| if own.is_empty() { other.clone() } else { own };
    OrderInvoice {
        buyer: requested.buyer,
        vat_number: or(requested.vat_number, &company.vat_number),
        tax_code: or(requested.tax_code, &company.content.tax_code),
        sdi_code: or(requested.sdi_code, &company.content.sdi_code),
        pec: or(requested.pec, &company.content.pec),
    }
}

/// Whether the exchange system would accept the buyer: one in Italy needs at least one tax identifier (check 00417).
pub(super) fn names_its_buyer(requested: &OrderInvoice, address: &Address) -> bool {
    address.country != "IT" || !requested.vat_number.is_empty() || !requested.tax_code.is_empty()
}

/// Builds the buyer of an order.
pub(super) fn buyer(order: &OrderRecord, requested: &OrderInvoice, company: Option<&InvoicedCompany>) -> Buyer {
    let billing = &order.content.billing;
    let italian = billing.country == "IT";
    let recipient = match (foreign_code(&billing.country), requested.sdi_code.as_str()) {
        // The tax office of San Marino only knows businesses.
        (Some(_), _) if requested.vat_number.is_empty() => ABROAD,
        (None, "") => NO_CODE,
        (Some(code), _) | (None, code) => code,
    };
    Buyer {
        vat: (!requested.vat_number.is_empty()).then(|| tax_id(&requested.vat_number, &billing.country)),
        tax_code: requested.tax_code.clone(),
        name: name(billing, requested.buyer, company),
        place: Place {
            street: [billing.address_1.trim(), billing.address_2.trim()].join(" "),
            postcode: billing.postcode.clone(),
            town: billing.city.clone(),
            province: if italian { billing.state.clone() } else { String::new() },
            country: billing.country.clone(),
        },
        recipient: recipient.to_owned(),
        pec: requested.pec.clone(),
    }
}

fn name(billing: &Address, buyer: InvoiceBuyer, company: Option<&InvoicedCompany>) -> BuyerName {
    let firm = match company {
        Some(company) if !company.name.trim().is_empty() => company.name.as_str(),
        _ if buyer == InvoiceBuyer::Consumer => "",
        _ => billing.company.trim(),
    };
    if firm.is_empty() {
        BuyerName::Person(billing.first_name.clone(), billing.last_name.clone())
    } else {
        BuyerName::Firm(firm.to_owned())
    }
}

/// The buyer's name in one line, for lists.
pub(super) fn display_name(name: &BuyerName) -> String {
    match name {
        BuyerName::Firm(firm) => firm.clone(),
        BuyerName::Person(given, family) => format!("{given} {family}").trim().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_in_the_register_are_read_as_people_write_them() {
        let read = |rea, capital| register(rea, capital).map(|one| (one.office, one.number, one.capital));
        assert_eq!(read("PR-123456", ""), Some(("PR".into(), "123456".into(), None)));
        assert_eq!(read("REA MI 9", "Euro 10.000,00 i.v."), Some(("MI".into(), "9".into(), Some(Cents(1_000_000)))));
        assert_eq!(read("to 77", "€ 2500"), Some(("TO".into(), "77".into(), Some(Cents(250_000)))));
        for wrong in ["", "123456", "PR", "PR-", "PR12A", "è"] {
            assert_eq!(read(wrong, "1"), None, "{wrong}");
        }
    }

    #[test]
    fn vat_numbers_are_parted_into_country_and_number() {
        let parse = |text| {
            let id = tax_id(text, "IT");
            (id.country, id.code)
        };
        assert_eq!(parse("IT00743110157"), ("IT".into(), "00743110157".into()));
        assert_eq!(parse("007 43110157"), ("IT".into(), "00743110157".into()));
        assert_eq!(parse("EL094943585"), ("EL".into(), "094943585".into()));
    }
}
