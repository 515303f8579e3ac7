//! Random carts with coupons, from the priced cart to every document of their order: the printed rows add up to the total.

use proptest::prelude::*;
use shop_core::base::{Cents, Lang};
use shop_core::cart::coupon::applied::UsedCoupon;
use shop_core::cart::coupon::credit::StoreCredit;
use shop_core::cart::coupon::{Coupon, CouponKind};
use shop_core::cart::shipping::{ShippingKind, ShippingMethod, ShippingZone};
use shop_core::cart::tax::TaxRate;
use shop_core::catalogue::product::{Item, Prices, Product};
use shop_core::checkout::invoice::InvoiceBuyer;
use shop_core::orders::OrderStatus;
use shop_core::view::TotalRow;

use super::new_order::order_totals;
use crate::cart::{CartView, StockNow, price};
use crate::catalogue::Catalogue;
use crate::orders::documents::{courtesy, order_summary};
use crate::orders::einvoices::InvoicedOrder;
use crate::orders::mails::for_status;
use crate::orders::{order_line, order_page, totals_with_tax};
use crate::platform::settings::{ShopSettings, TaxDisplay};
use crate::ports::{CatalogueData, OrderRecord};
use crate::records::{CartContent, CartLine, OrderContent, OrderInvoice};

const CLASSES: [&str; 4] = ["", "ten", "four", "none"];
/// Days since 1970-01-01: 2026-11-28.
const TODAY: i64 = 20_785;

/// Input of a cart: price, quantity and tax class of each line; kind and amount of each coupon.
#[derive(Clone, Debug)]
struct Wanted {
    lines: Vec<(i64, i64, &'static str)>,
    coupons: Vec<(CouponKind, i64)>,
    delivery_cents: i64,
    credit_cents: i64,
    country: &'static str,
    /// Prices are entered with tax; displayed with tax; rounded once; each coupon reduces what the one before left.
    choices: (bool, bool, bool, bool),
}

fn wanted() -> impl Strategy<Value = Wanted> {
    let kinds = vec![CouponKind::Percent, CouponKind::FixedCart, CouponKind::FixedProduct];
    (
        prop::collection::vec((1_i64..20_000, 1_i64..13, prop::sample::select(CLASSES.to_vec())), 1..6),
        prop::collection::vec((prop::sample::select(kinds), 0_i64..6_000), 0..4),
        0_i64..2_000,
        prop::option::weighted(0.2, 1_i64..5_000),
        prop::sample::select(vec!["IT", "DE"]),
        any::<(bool, bool, bool, bool)>(),
    )
        .prop_map(|(lines, coupons, delivery_cents, credit, country, choices)| Wanted {
            lines,
            coupons,
            delivery_cents,
            credit_cents: credit.unwrap_or_default(),
            country,
            choices,
        })
}

fn rate(country: &str, class: &str, percent: i64) -> TaxRate {
    let name = format!("IVA {percent}%");
    TaxRate {
        country: country.into(),
        class: class.into(),
        rate: percent * 10_000,
        name,
        shipping: true,
        ..TaxRate::default()
    }
}

fn settings(wanted: &Wanted) -> ShopSettings {
    let mut out = ShopSettings::default();
    let (entered_with_tax, shown_with_tax, once, in_turn) = wanted.choices;
    let italian = [("", 22), ("ten", 10), ("four", 4)].map(|(class, percent)| rate("IT", class, percent));
    let german = [("", 19), ("ten", 7), ("four", 7)].map(|(class, percent)| rate("DE", class, percent));
    out.tax.rates = italian.into_iter().chain(german).collect();
    out.taxes.calculated = true;
    out.taxes.prices_include_tax = entered_with_tax;
    out.taxes.round_at_subtotal = once;
    out.taxes.cart_prices = if shown_with_tax { TaxDisplay::Included } else { TaxDisplay::Excluded };
    out.checkout.coupons_sequential = in_turn;
    let method = ShippingMethod {
        instance_id: 1,
        kind: ShippingKind::FlatRate,
        title: "Corriere".into(),
        cost_cents: Cents(wanted.delivery_cents),
        taxable: true,
        ..ShippingMethod::default()
    };
    out.zones = vec![ShippingZone { methods: vec![method], ..ShippingZone::default() }];
    out
}

fn catalogue(wanted: &Wanted) -> Catalogue {
    let product = |(at, (cents, _, class)): (i64, &(i64, i64, &'static str))| Product {
        item: Item {
            id: at.into(),
            name: format!("Prodotto {at}"),
            tax_class: (*class).into(),
            prices: Prices { regular: Some(Cents(*cents)), ..Prices::default() },
            ..Item::default()
        },
        slug: format!("prodotto-{at}"),
        ..Product::default()
    };
    let products = (1..).zip(&wanted.lines).map(product).collect();
    Catalogue::build(CatalogueData { products, ..CatalogueData::default() }, 0, 1000)
}

fn content(wanted: &Wanted, coupons: &[UsedCoupon], credits: &[StoreCredit]) -> CartContent {
    let line = |(at, (_, quantity, _)): (i64, &(i64, i64, &'static str))| CartLine {
        key: format!("line-{at}"),
        product_id: at.into(),
        quantity: *quantity,
        ..CartLine::default()
    };
    let mut out = CartContent { lines: (1..).zip(&wanted.lines).map(line).collect(), ..CartContent::default() };
    out.billing.country = wanted.country.into();
    out.billing.postcode = "10115".into();
    out.shipping = out.billing.clone();
    out.coupons = coupons.iter().map(|one| one.coupon.code.clone()).collect();
    out.credits = credits.iter().map(|credit| credit.code.clone()).collect();
    out.delivery.rate_id = "flat_rate:1".into();
    out
}

fn coupons(wanted: &Wanted) -> Vec<UsedCoupon> {
    let coupon = |(at, (kind, amount)): (usize, &(CouponKind, i64))| UsedCoupon {
        coupon: Coupon { code: format!("sconto-{at}"), kind: *kind, amount_hundredths: *amount, ..Coupon::default() },
        ..UsedCoupon::default()
    };
    wanted.coupons.iter().enumerate().map(coupon).collect()
}

fn order(view: &CartView<'_>) -> OrderRecord {
    let content = OrderContent {
        billing: view.content.billing.clone(),
        shipping: view.content.shipping.clone(),
        needs_shipping: true,
        ..order_totals(view)
    };
    OrderRecord {
        id: 7.into(),
        order_key: String::new(),
        status: OrderStatus::Pending,
        customer_id: None,
        company_id: None,
        ordered_by: String::new(),
        payment_method: "bacs".into(),
        stock_reduced: false,
        lines: view.lines.iter().map(|line| order_line(line, &view.settings.tax)).collect(),
        content,
        instalments: Vec::new(),
        money_refunded: Cents::ZERO,
        credit_refunded: Cents::ZERO,
        refunds: Vec::new(),
        created_at: TODAY * 86_400,
        updated_at: TODAY * 86_400,
    }
}

/// Sum of the rows above the total, and the total. Taxes named as part of the rows do not count.
fn added_up<'a>(rows: impl Iterator<Item = (&'a str, i64)>) -> (i64, i64) {
    let mut sum = 0;
    for (kind, cents) in rows {
        match kind {
            "total" => return (sum, cents),
            "tax" => {}
            _ => sum += cents,
        }
    }
    panic!("there is no total")
}

fn rows(rows: &[TotalRow]) -> impl Iterator<Item = (&str, i64)> {
    rows.iter().map(|row| (row.kind.as_str(), row.cents.0))
}

/// The amounts in an e-mail's text, by their labels.
fn amounts(text: &str) -> Vec<(&str, i64)> {
    let read = |line: &str| {
        let (label, price) = line.rsplit_once(": ")?;
        let digits: String = price.chars().filter(char::is_ascii_digit).collect();
        let cents: i64 = price.ends_with('€').then(|| digits.parse().ok())??;
        Some((label.len(), if price.starts_with(['-', '−']) { -cents } else { cents }))
    };
    text.lines().filter_map(|line| read(line).map(|(end, cents)| (&line[..end], cents))).collect()
}

fn elements(xml: &str, name: &str) -> Vec<i64> {
    let (open, close) = (format!("<{name}>"), format!("</{name}>"));
    let value = |part: &str| part.split_once(&close).and_then(|(value, _)| value.replace('.', "").parse().ok());
    xml.split(&open).skip(1).filter_map(value).collect()
}

fn check(wanted: &Wanted) -> Result<(), TestCaseError> {
    let settings = settings(wanted);
    let catalogue = catalogue(wanted);
    let coupons = coupons(wanted);
    let credit = StoreCredit { code: "dono".into(), balance_cents: Cents(wanted.credit_cents), expires_at: None };
    let credits: Vec<_> = Some(credit).filter(|credit| credit.balance_cents > Cents::ZERO).into_iter().collect();
    let content = content(wanted, &coupons, &credits);
    let view = price(&content, &catalogue, &StockNow::default(), &coupons, credits, &settings, TODAY * 86_400);
    let total = view.totals.total;

    let printed = view.printed_discounts();
    let discount: Cents = printed.each.iter().copied().sum();
    let delivery = view.totals.shipping.unwrap_or_default();
    let beside = if view.shows_net() { delivery + view.totals.tax } else { delivery + view.totals.shipping_tax };
    prop_assert_eq!(view.displayed_subtotal() + beside - discount + printed.rounding, total, "cart");

    let order = order(&view);
    let to_pay = order.content.total_cents.0;
    let page = order_page(&order, &settings, Lang::It);
    let (sum, last) = added_up(rows(&page.totals));
    prop_assert_eq!((sum, last), (to_pay, to_pay), "order page: {:?}", page.totals);
    let shown_discount: Cents = page.totals.iter().filter(|row| row.kind == "discount").map(|row| row.cents).sum();
    prop_assert_eq!(-shown_discount, discount, "the order shows the cart's discount: {:?}", page.totals);
    let with_tax = totals_with_tax(&order, Lang::It);
    prop_assert_eq!(added_up(rows(&with_tax)), (to_pay, to_pay), "back office: {:?}", with_tax);
    let summary = order_summary(&order, &settings);
    let pdf = summary.totals.iter().map(|(kind, _, cents)| (kind.as_str(), cents.0));
    prop_assert_eq!(added_up(pdf), (to_pay, to_pay), "PDF summary");

    let mail = for_status(&order, OrderStatus::Processing, &settings, &Default::default(), &[]).remove(0);
    let found = amounts(&mail.body_text);
    let goods = found.iter().take(order.lines.len());
    let from_subtotal = found.iter().skip(order.lines.len());
    let amounts: Vec<i64> = from_subtotal.map(|(_, cents)| *cents).collect();
    prop_assert_eq!(
        &amounts,
        &page.totals.iter().map(|row| row.cents.0).collect::<Vec<_>>(),
        "mail: {}",
        mail.body_text
    );
    prop_assert_eq!(
        goods.map(|(_, cents)| cents).sum::<i64>(),
        page.lines.iter().map(|line| line.total_cents.0).sum::<i64>()
    );

    let requested = OrderInvoice { buyer: InvoiceBuyer::Consumer, ..OrderInvoice::default() };
    let copy = courtesy(&order, &requested, &settings);
    prop_assert_eq!(copy.net + copy.tax + copy.rounding, total, "courtesy copy");
    prop_assert_eq!(copy.lines.iter().map(|line| line.net).sum::<Cents>(), copy.net, "lines of the courtesy copy");
    prop_assert!(copy.lines.iter().all(|line| line.price - line.discount == line.net));

    let invoiced = InvoicedOrder { order: &order, requested: &requested, company: None, settings: &settings };
    let xml = invoiced.invoice(TODAY).to_xml(1);
    let (body, general) = (xml.split("<DatiBeniServizi>").nth(1).unwrap_or_default(), &xml);
    let sums = elements(body, "ImponibileImporto").iter().chain(&elements(body, "Imposta")).sum::<i64>();
    let before_goods = general.split("<DatiBeniServizi>").next().unwrap_or_default();
    let rounding: i64 = elements(before_goods, "Arrotondamento").iter().sum();
    prop_assert_eq!(elements(before_goods, "ImportoTotaleDocumento"), vec![total.0], "XML");
    prop_assert_eq!(sums + rounding, total.0, "rows of the XML");
    let moved: i64 = elements(body, "Arrotondamento").iter().sum();
    prop_assert_eq!(
        elements(body, "PrezzoTotale").iter().sum::<i64>() + moved,
        elements(body, "ImponibileImporto").iter().sum::<i64>()
    );
    prop_assert_eq!(elements(body, "ImportoPagamento").iter().sum::<i64>(), total.0, "payments of the XML");
    Ok(())
}

proptest! {
    #[test]
    fn printed_rows_add_up_in_cart_order_mail_pdf_and_electronic_invoice(wanted in wanted()) {
        check(&wanted)?;
    }
}
