//! Orders made up at random, the same from the same seed: priced by the core, with the rates, discounts, deliveries, payments and
//! refunds that shops meet.

use shop_core::base::{Cents, Lang, OrderId, ProductId};
use shop_core::cart::tax::{TaxPlace, TaxRate, TaxTable};
use shop_core::cart::totals::{LineInput, ShippingInput, Totals, TotalsRules, totals};
use shop_core::checkout::invoice::InvoiceBuyer;
use shop_core::orders::OrderStatus;
use shop_core::orders::refund::RefundLine;
use shop_services::platform::settings::ShopSettings;
use shop_services::ports::{InvoicedCompany, NewOrderLine, OrderRecord, RefundRecord};
use shop_services::records::{OrderContent, OrderCredit, OrderInvoice, OrderLineContent, OrderShipping, OrderTax};

/// A generator of numbers (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % end.max(1)
    }

    fn cents(&mut self, end: i64) -> i64 {
        i64::try_from(self.below(u64::try_from(end).unwrap_or(1))).unwrap_or(0)
    }

    fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[usize::try_from(self.below(of.len() as u64)).unwrap_or(0)]
    }
}

/// An order with all that its documents are made of.
pub(crate) struct MadeUp {
    pub(crate) order: OrderRecord,
    pub(crate) requested: OrderInvoice,
    pub(crate) company: Option<InvoicedCompany>,
    pub(crate) settings: ShopSettings,
    /// Whether all that was paid is given back.
    pub(crate) refunded_whole: bool,
}

/// Buyers: country, who, VAT number, tax code, recipient code, mailbox; whether they owe the VAT themselves.
const BUYERS: [(&str, InvoiceBuyer, &str, &str, &str, &str, bool); 8] = [
    ("IT", InvoiceBuyer::Consumer, "", "RSSMRA80A01H501U", "0000000", "", false),
    ("IT", InvoiceBuyer::Business, "IT00743110157", "", "M5UXCR1", "", false),
    ("IT", InvoiceBuyer::Business, "IT00743110157", "00743110157", "0000000", "acquisti@pec.example", false),
    ("IT", InvoiceBuyer::PublicBody, "IT00743110157", "", "UF5H3A", "", false),
    ("DE", InvoiceBuyer::Business, "DE136695976", "", "XXXXXXX", "", true),
    ("DE", InvoiceBuyer::Consumer, "", "", "XXXXXXX", "", false),
    ("GR", InvoiceBuyer::Business, "EL094943585", "", "XXXXXXX", "", true),
    ("CH", InvoiceBuyer::Business, "CHE107787577", "", "XXXXXXX", "", false),
];
const CLASSES: [&str; 5] = ["", "ridotta-10", "ridotta-5", "ridotta-4", "esente"];
const NAMES: [&str; 5] = [
    "Olio extravergine «Riviera» – 750 ml",
    "Caffè & cioccolato <assaggio>",
    "Pâté d’oie, œuf, 5 € l’etto…",
    "漢字 Dvořák \u{202e}",
    "x",
];

fn rate(country: &str, class: &str, percent: i64) -> TaxRate {
    TaxRate {
        country: country.into(),
        class: class.into(),
        rate: percent * 10_000,
        name: format!("IVA {percent}"),
        priority: 1,
        shipping: true,
        ..TaxRate::default()
    }
}

fn table() -> TaxTable {
    TaxTable {
        classes: Vec::new(),
        rates: vec![
            rate("IT", "", 22),
            rate("IT", "ridotta-10", 10),
            rate("IT", "ridotta-5", 5),
            rate("IT", "ridotta-4", 4),
            rate("DE", "", 19),
            rate("DE", "ridotta-10", 7),
            rate("DE", "ridotta-5", 7),
            rate("DE", "ridotta-4", 7),
        ],
    }
}

fn settings(random: &mut Random) -> ShopSettings {
    let mut settings = ShopSettings { tax: table(), ..ShopSettings::default() };
    settings.seller.company = "Bottega di prova S.r.l.".into();
    settings.seller.vat_number = "IT00743110157".into();
    settings.seller.rea = if random.chance(50) { "TO-123456".into() } else { String::new() };
    settings.seller.share_capital = "10.000,00 € i.v.".into();
    settings.seller.phone = random.one(&["", "011123456", "+39 011 123 456 789"]).into();
    settings.seller.email = random.one(&["", "negozio@bottega.example"]).into();
    settings
}

/// An order of a seed.
pub(crate) fn made_up(seed: u64, today: i64) -> MadeUp {
    let mut random = Random(seed.wrapping_mul(0xD1B5_4A32_D192_ED03));
    let settings = settings(&mut random);
    let (country, buyer, vat_number, tax_code, sdi_code, pec, exempt) = random.one(&BUYERS);
    let requested = OrderInvoice {
        buyer,
        vat_number: vat_number.into(),
        tax_code: tax_code.into(),
        sdi_code: sdi_code.into(),
        pec: pec.into(),
    };
    let inputs: Vec<LineInput> = (0..=random.below(12)).map(|_| line(&mut random)).collect();
    let shipping = random.chance(70).then(|| ShippingInput { cost: Cents(random.cents(3000)), taxable: true });
    let rules = TotalsRules {
        taxes: true,
        prices_include_tax: random.chance(60),
        base: TaxPlace { country: "IT".into(), ..TaxPlace::default() },
        round_at_subtotal: random.chance(30),
        shipping_tax_class: random.chance(50).then(String::new),
        shipping_prices_include_tax: random.chance(50),
    };
    let place = TaxPlace { country: country.into(), ..TaxPlace::default() };
    let priced = totals(&inputs, shipping, &settings.tax, &rules, &place, exempt);
    let content = content(&mut random, &priced, country, &settings);
    let lines: Vec<NewOrderLine> =
        inputs.iter().zip(&priced.lines).map(|(input, totals)| order_line(&mut random, input, totals)).collect();
    let mut order = OrderRecord {
        id: OrderId(i64::try_from(seed).unwrap_or(0) + 100),
        order_key: "wc_order_prova".into(),
        status: OrderStatus::Completed,
        customer_id: None,
        company_id: None,
        ordered_by: String::new(),
        payment_method: random.one(&["bacs", "cod", "stripe", "stripe_sepa_debit", "stripe_ideal", "invoice"]).into(),
        stock_reduced: true,
        content,
        lines,
        instalments: Vec::new(),
        money_refunded: Cents::ZERO,
        credit_refunded: Cents::ZERO,
        refunds: Vec::new(),
        created_at: (today - 2) * 86_400,
        updated_at: today * 86_400,
    };
    let refunded_whole = random.chance(50);
    order.refunds = refunds(&mut random, &order, refunded_whole);
    MadeUp { order, requested, company: None, settings, refunded_whole }
}

fn line(random: &mut Random) -> LineInput {
    let unit_price = match random.below(10) {
        0 => 1 + random.cents(9),
        1 => 1_000_000 + random.cents(90_000_000),
        _ => 50 + random.cents(9_000),
    };
    let quantity = if random.chance(15) { 1 + random.cents(400) } else { 1 + random.cents(6) };
    let sum = unit_price * quantity;
    LineInput {
        unit_price: Cents(unit_price),
        quantity: u32::try_from(quantity).unwrap_or(1),
        taxable: random.chance(95),
        tax_class: random.one(&CLASSES).into(),
        needs_shipping: true,
        discount: Cents(if random.chance(40) { random.cents(sum) } else { 0 }),
    }
}

fn order_line(random: &mut Random, input: &LineInput, totals: &shop_core::cart::totals::LineTotals) -> NewOrderLine {
    NewOrderLine {
        product_id: ProductId(1),
        stock_product_id: None,
        backorders_allowed: false,
        quantity: input.quantity.into(),
        sku: random.one(&["", "OLIO-750", "codice con spazi e – segni"]).into(),
        name: random.one(&NAMES).into(),
        places: None,
        content: OrderLineContent {
            subtotal_cents: totals.subtotal,
            subtotal_tax_cents: totals.subtotal_tax,
            total_cents: totals.total,
            total_tax_cents: totals.total_tax,
            tax_class: input.tax_class.clone(),
            is_virtual: random.chance(15),
            ..OrderLineContent::default()
        },
    }
}

fn content(random: &mut Random, priced: &Totals, country: &str, settings: &ShopSettings) -> OrderContent {
    let mut content = OrderContent { lang: Lang::It, needs_shipping: true, ..OrderContent::default() };
    let billing = &mut content.billing;
    billing.first_name = random.one(&["Anna", "Zoë", "Đorđe", ""]).into();
    billing.last_name = random.one(&["Rossi", "D’Angelo", ""]).into();
    billing.company = random.one(&["Trattoria «da Gino» & figli", ""]).into();
    billing.address_1 =
        random.one(&["Via Po 1", "Straße des 17. Juni 135, Hinterhaus, dritter Aufgang, vierter Stock links"]).into();
    billing.city = random.one(&["Torino", "Łódź"]).into();
    billing.postcode = random.one(&["10121", "SW1A 1AA", ""]).into();
    billing.state = random.one(&["TO", "", "Piemonte"]).into();
    billing.country = country.into();
    content.shipping = content.billing.clone();
    content.delivery = priced.shipping.map(|net| OrderShipping {
        rate_id: "flat_rate:1".into(),
        title: "Corriere espresso".into(),
        cost_cents: net,
        tax_cents: priced.shipping_tax,
    });
    content.taxes = priced
        .tax_by_rate
        .iter()
        .map(|(index, tax)| {
            let of_lines = priced.lines.iter().flat_map(|line| &line.taxes).filter(|(other, _)| other == index);
            let items = of_lines.map(|(_, tax)| *tax).sum();
            let rate = &settings.tax.rates[*index];
            OrderTax {
                name: rate.name.clone(),
                percent: rate.percent(),
                items_cents: items,
                shipping_cents: *tax - items,
            }
        })
        .collect();
    content.tax_cents = priced.tax;
    let credit = if random.chance(15) { Cents(random.cents(priced.total.0.max(1))) } else { Cents::ZERO };
    if credit > Cents::ZERO {
        content.credits = vec![OrderCredit { code: "credito".into(), used_cents: credit }];
    }
    content.total_cents = priced.total - credit;
    content
}

/// Refunds of lines, of the delivery, of any amount; the last one gives the rest back where all of it is.
fn refunds(random: &mut Random, order: &OrderRecord, whole: bool) -> Vec<RefundRecord> {
    let total = order.content.total_cents + order.content.credit_cents();
    let mut left = total;
    let mut out: Vec<RefundRecord> = Vec::new();
    let mut give = |cents: Cents, lines: Vec<RefundLine>| {
        if cents > Cents::ZERO {
            let id = i64::try_from(out.len()).unwrap_or(0) + 1;
            out.push(RefundRecord {
                id,
                cents,
                lines,
                reason: "Merce <danneggiata> – 3 pezzi".into(),
                ..RefundRecord::default()
            });
        }
    };
    if random.chance(40)
        && let Some(line) = order.lines.first()
    {
        let cents = (line.content.total_cents + line.content.total_tax_cents).min(left);
        left = left - cents;
        give(cents, vec![RefundLine { position: 0, quantity: line.quantity, cents }]);
    }
    if random.chance(40) && left > Cents(1) {
        let cents = Cents(1 + random.cents(left.0 - 1));
        left = left - cents;
        give(cents, Vec::new());
    }
    if whole {
        give(left, Vec::new());
    }
    out
}
