//! Inputs of a product's form (add-ons, bookings, payment plans), and the price of the choices.

use std::collections::BTreeMap;
use std::sync::Arc;

use shop_core::base::calendar::local_day;
use shop_core::base::format::price;
use shop_core::base::time::{UnixSeconds, civil};
use shop_core::base::{Cents, Lang, Params, ProductId};
use shop_core::catalogue::product::{Item, Product, ProductKind};
use shop_core::catalogue::purchase::add_on_price::AddOnPrice;
use shop_core::catalogue::purchase::add_ons::{AddOnField, AddOnInput};
use shop_core::catalogue::purchase::deposit::Deposit;
use shop_core::catalogue::purchase::money::Priced;
use shop_core::catalogue::purchase::plans::{PaymentPlan, PlanLine, line_instalments, schedule};
use shop_core::catalogue::purchase::slots::{
    BookingOffer, bookable_days, day_of, first_open_day, is_open, limits, slots_of,
};
use shop_core::catalogue::purchase::words::{day, day_with_weekday, deposit, extra, time};
use shop_core::catalogue::purchase::{DAY_FIELD, PERSONS_FIELD, PLAN_FIELD, Purchase, SLOT_FIELD, parse_choices};
use shop_core::catalogue::quantity::{MAX_QUANTITY, line_bounds};
use shop_core::orders::subscription::SubscriptionTerms;
use shop_core::orders::subscription::words::{period, promises};
use shop_core::platform::messages::{codes, sentence, text};
use shop_core::platform::words::site_texts;
use shop_core::view::{
    AddOnControl, AddOnView, BookingView, ChoiceView, Notice, PurchasePrice, PurchaseView, SlotView,
};
use shop_services::accounts::buyer::Buyer;
use shop_services::cart::{day_text, first_payment, priced, terms_of};
use shop_services::ports::StoreError;

use crate::app::responses::displayed_price as shown;
use crate::app::storefront::Storefront;
use crate::page_data::context::Context;

/// Booked places by start time.
type BookedPlaces = BTreeMap<(ProductId, UnixSeconds), i64>;

/// Returns the value of a field; empty when it is missing.
fn field_value<'a>(chosen: &'a [(String, String)], name: &str) -> &'a str {
    chosen.iter().rev().find(|(known, _)| known == name).map_or("", |(_, value)| value.as_str())
}

/// Formats a day as "2026-12-05".
fn date_field(day: i64) -> String {
    let (year, month, day) = civil(day);
    format!("{year:04}-{month:02}-{day:02}")
}

/// Prices the current choices of a product's form; `None` for an unknown product.
pub(crate) async fn price_of_choices(
    storefront: &Arc<Storefront>,
    buyer: &Buyer,
    id: ProductId,
    chosen: &[(String, String)],
) -> Result<Option<PurchasePrice>, StoreError> {
    let context = Context::load(storefront, buyer).await?;
    let found = context.catalogue.product(id).filter(|product| product.item.status.as_str() == "publish");
    let Some(product) = found else { return Ok(None) };
    let booked_places = load_booked_places(&context, product, chosen).await?;
    Ok(Some(purchase_price(&context, product, chosen, &booked_places)))
}

/// Builds the inputs of a product's form, with the choices made so far; `None` when it has none.
pub(crate) async fn purchase(
    context: &Context,
    product: &Product,
    chosen: &[(String, String)],
) -> Result<Option<PurchaseView>, StoreError> {
    let rules = &product.purchase;
    if rules.is_empty() {
        return Ok(None);
    }
    let lang = context.lang;
    let booked_places = load_booked_places(context, product, chosen).await?;
    let shown = |cents: Cents| shown(cents, &product.item, &context.settings);
    let price = purchase_price(context, product, chosen, &booked_places);
    let plan = field_value(chosen, PLAN_FIELD).to_owned();
    let plans = plans(context, product, &shown);
    Ok(Some(PurchaseView {
        add_ons: rules.add_ons.iter().map(|field| add_on(field, &rules.add_ons, chosen, &shown, lang)).collect(),
        // Only full payment is preselected, where it is offered.
        plan: if plans.iter().any(|one| one.value == plan) { plan } else { String::new() },
        plans,
        booking: price.booking.clone(),
        terms: match (&rules.booking, &rules.subscription) {
            (Some(offer), _) => terms(context, product, offer, &shown),
            (None, Some(terms)) => shown_promises(context, product, terms, &shown),
            (None, None) => Vec::new(),
        },
        button: match (rules.booking.is_some(), rules.subscription.is_some()) {
            (true, _) => site_texts::book(lang),
            (_, true) => site_texts::subscribe(lang),
            _ => "",
        }
        .to_owned(),
        price,
    }))
}

/// Loads the booked places on the displayed day.
async fn load_booked_places(
    context: &Context,
    product: &Product,
    chosen: &[(String, String)],
) -> Result<BookedPlaces, StoreError> {
    let Some(offer) = &product.purchase.booking else { return Ok(BookedPlaces::new()) };
    let Some(day) = shown_day(offer, chosen, context.now) else { return Ok(BookedPlaces::new()) };
    let times: Vec<(ProductId, UnixSeconds)> =
        slots_of(offer, day).iter().map(|slot| (product.item.id, slot.starts_at)).collect();
    context.storefront.bookings.occupied_places(&times).await
}

/// Returns the item that the choices select: the product, or a variation.
fn chosen_item<'a>(product: &'a Product, chosen: &[(String, String)]) -> Option<&'a Item> {
    if product.kind != ProductKind::Variable {
        return Some(&product.item);
    }
    let fits = |key: &str, value: &str| value.is_empty() || field_value(chosen, &format!("attribute_{key}")) == value;
    let complete = product
        .attributes
        .iter()
        .filter(|attribute| attribute.variation)
        .all(|attribute| !field_value(chosen, &format!("attribute_{}", attribute.key())).is_empty());
    let mut fitting = product.variations.iter().filter(|one| one.attributes.iter().all(|(k, v)| fits(k, v)));
    fitting.next().filter(|_| complete).map(|variation| &variation.item)
}

fn purchase_price(
    context: &Context,
    product: &Product,
    chosen: &[(String, String)],
    booked_places: &BookedPlaces,
) -> PurchasePrice {
    let lang = context.lang;
    let (purchase, errors) = parse_choices(&product.purchase, chosen);
    // A field that is still empty is not an error yet.
    let shown_errors = errors.iter().filter(|error| !field_value(chosen, &error.field).trim().is_empty());
    PurchasePrice {
        rows: rows(context, product, chosen, &purchase).unwrap_or_default(),
        booking: product.purchase.booking.as_ref().map(|offer| booking(context, product, offer, chosen, booked_places)),
        errors: shown_errors
            .map(|error| Notice {
                kind: "error".into(),
                text: sentence(error, lang),
                field: error.field.clone(),
                link: None,
            })
            .collect(),
    }
}

/// Returns the total and its due dates; `None` while it cannot be computed.
fn rows(
    context: &Context,
    product: &Product,
    chosen: &[(String, String)],
    purchase: &Purchase<'_>,
) -> Option<Vec<(String, String)>> {
    let item = chosen_item(product, chosen)?;
    let current = item.prices.current(context.now)?;
    let wanted = field_value(chosen, "quantity").trim().parse().unwrap_or(1).clamp(1, MAX_QUANTITY);
    let alone = line_bounds(product, None, None).sold_individually;
    let quantity = if alone { 1 } else { u32::try_from(wanted).unwrap_or(1) };
    let booked = product.purchase.booking.as_ref().filter(|_| purchase.booking.is_none());
    let cost = match booked {
        // Before a time is chosen, the price depends on the number of people alone.
        Some(offer) => {
            let (least, most) = limits(offer);
            let persons = field_value(chosen, PERSONS_FIELD).trim().parse().unwrap_or(least).clamp(least, most);
            let base = offer.base_cents + current.times(u32::try_from(persons).unwrap_or(1));
            Priced::new(base, purchase, Cents::ZERO).line_price(1)
        }
        None => priced(product, current, purchase).line_price(quantity),
    };
    let shown = |cents: Cents| shown(cents, item, &context.settings);
    let sum = |cost: &AddOnPrice| shown(cost.unit_cents).times(quantity) + shown(cost.once_cents);
    let total = sum(&cost);
    if let Some(terms) = terms_of(product, item) {
        let first = first_payment(priced(product, current, purchase), Some(&terms)).line_price(quantity);
        let now = site_texts::due_with_the_order(context.lang);
        let each = format!("{} {}", site_texts::then(context.lang), period(&terms, context.lang));
        return Some(vec![(now.to_owned(), price(sum(&first), context.lang)), (each, price(total, context.lang))]);
    }
    let mut rows = vec![((site_texts::total(context.lang)).to_owned(), price(total, context.lang))];
    let due = schedule(total, &[PlanLine { cents: total, quantity, plan: purchase.plan }], &day_text(context.now));
    if !due.later.is_empty() {
        rows.push(((site_texts::due_now(context.lang)).to_owned(), price(due.now, context.lang)));
        let by = site_texts::by_day(context.lang);
        let later = due
            .later
            .iter()
            .map(|one| (format!("{by} {}", day(&one.due, context.lang)), price(one.cents, context.lang)));
        rows.extend(later);
    }
    Some(rows)
}

/// Lists the subscription terms that must be shown before the purchase.
fn shown_promises(
    context: &Context,
    product: &Product,
    terms: &SubscriptionTerms,
    shown: &dyn Fn(Cents) -> Cents,
) -> Vec<String> {
    let simple = product.kind == ProductKind::Simple;
    let sent = if simple { !product.item.is_virtual } else { product.variations.iter().any(|v| !v.item.is_virtual) };
    let each = product.item.prices.current(context.now).filter(|_| simple).map(shown);
    promises(&terms.for_goods(sent), each, shown(terms.sign_up_cents), context.lang)
}

/// Lists the payment plans, full payment first where it is offered.
fn plans(context: &Context, product: &Product, shown: &dyn Fn(Cents) -> Cents) -> Vec<ChoiceView> {
    let Some(offer) = &product.purchase.deposit else { return Vec::new() };
    let whole = (!offer.required).then(|| ChoiceView {
        value: String::new(),
        label: site_texts::pay_everything_now(context.lang).to_owned(),
        note: String::new(),
    });
    let plan = |plan: &PaymentPlan| ChoiceView {
        value: plan.key.clone(),
        label: context.lang.select(&plan.label, &plan.label_en).to_owned(),
        note: plan_note(context, plan, shown),
    };
    whole.into_iter().chain(offer.plans.iter().map(plan)).collect()
}

/// Describes a plan: "30 % ora, il resto entro il 21 dicembre 2026", "50 % ora, poi 2 rate fino al 21 gennaio 2027".
fn plan_note(context: &Context, plan: &PaymentPlan, shown: &dyn Fn(Cents) -> Cents) -> String {
    // The dates do not depend on the amount, so any amount above the deposit will do.
    let sum = match plan.deposit {
        Deposit::Fixed { cents } => cents.times(2),
        Deposit::Percent { .. } => Cents(1_000_000),
    };
    let parts = line_instalments(PlanLine { cents: sum, quantity: 1, plan: Some(plan) }, &day_text(context.now));
    let now = deposit(plan.deposit, shown, context.lang);
    let Some(last) = parts.last().map(|part| day(&part.due, context.lang)) else { return now };
    match parts.len().saturating_sub(1) {
        1 => site_texts::plan_with_rest(context.lang, last, now),
        count => site_texts::plan_with_instalments(context.lang, count, last, now),
    }
}

/// Lists the terms of a booking's price.
fn terms(context: &Context, product: &Product, offer: &BookingOffer, shown: &dyn Fn(Cents) -> Cents) -> Vec<String> {
    let Some(person) = product.item.prices.current(context.now) else { return Vec::new() };
    let each = format!("{} {}", price(shown(person), context.lang), site_texts::per_person(context.lang));
    let base = (offer.base_cents > Cents::ZERO).then(|| {
        let fixed = price(shown(offer.base_cents), context.lang);
        site_texts::fixed_for_each_booking(context.lang, fixed)
    });
    let fixed_day = text(codes::WITHDRAWAL_DATED, &Params::new(), context.lang);
    std::iter::once(each).chain(base).chain([fixed_day]).collect()
}

fn booking(
    context: &Context,
    product: &Product,
    offer: &BookingOffer,
    chosen: &[(String, String)],
    booked_places: &BookedPlaces,
) -> BookingView {
    let lang = context.lang;
    let (first, last) = bookable_days(offer, context.now);
    let (min_persons, max_persons) = limits(offer);
    let shown = shown_day(offer, chosen, context.now);
    let slots: Vec<SlotView> = shown
        .map(|day| slots_of(offer, day))
        .unwrap_or_default()
        .iter()
        .map(|slot| {
            let left = slot.capacity - booked_places.get(&(product.item.id, slot.starts_at)).copied().unwrap_or(0);
            let open = is_open(offer, slot, context.now);
            SlotView {
                value: slot.starts_at.to_string(),
                label: format!("{}–{}", time(slot.starts_at), time(slot.ends_at)),
                note: match left.max(0) {
                    _ if !open => site_texts::slot_closed(lang).to_owned(),
                    left if left < min_persons => site_texts::slot_full(lang).to_owned(),
                    left => site_texts::places_left(lang, left, left == 1),
                },
                closed: !open || left < min_persons,
            }
        })
        .collect();
    let none_left = slots.iter().all(|slot| slot.closed);
    let next = shown.filter(|_| none_left).and_then(|day| {
        first_open_day(offer, day + 1, context.now)
            .or_else(|| first_open_day(offer, first, context.now))
            .filter(|n| *n != day)
    });
    let slot = field_value(chosen, SLOT_FIELD);
    BookingView {
        day: shown.map(date_field).unwrap_or_default(),
        day_label: shown.map(|day| day_with_weekday(day, lang)).unwrap_or_default(),
        first_day: date_field(first),
        last_day: date_field(last),
        slot: slots
            .iter()
            .find(|one| one.value == slot && !one.closed)
            .map(|one| one.value.clone())
            .unwrap_or_default(),
        slots,
        persons: field_value(chosen, PERSONS_FIELD)
            .trim()
            .parse()
            .unwrap_or(min_persons)
            .clamp(min_persons, max_persons),
        min_persons,
        max_persons,
        next_day: next.map(date_field).unwrap_or_default(),
        next_day_label: next.map(|day| day_with_weekday(day, lang)).unwrap_or_default(),
    }
}

/// Returns the day whose times are shown: the requested one if it can be booked, that of the chosen time, or the first free one.
fn shown_day(offer: &BookingOffer, chosen: &[(String, String)], now: UnixSeconds) -> Option<i64> {
    let (first, last) = bookable_days(offer, now);
    let of_slot = || field_value(chosen, SLOT_FIELD).trim().parse::<i64>().ok().map(local_day);
    let requested =
        day_of(field_value(chosen, DAY_FIELD).trim()).or_else(of_slot).filter(|day| (first..=last).contains(day));
    requested.or_else(|| first_open_day(offer, first, now))
}

fn add_on(
    field: &AddOnField,
    all: &[AddOnField],
    chosen: &[(String, String)],
    shown: &dyn Fn(Cents) -> Cents,
    lang: Lang,
) -> AddOnView {
    let names = |keys: &[String]| {
        let labels = all.iter().filter(|other| keys.contains(&other.key));
        labels.map(|other| format!("«{}»", lang.select(&other.label, &other.label_en))).collect::<Vec<_>>().join(", ")
    };
    let mut hint = Vec::new();
    if !field.needs.is_empty() {
        hint.push(format!("{} {}", site_texts::only_with(lang), names(&field.needs)));
    }
    if !field.excludes.is_empty() {
        hint.push(format!("{} {}", site_texts::not_together_with(lang), names(&field.excludes)));
    }
    let mut view = AddOnView {
        name: field.wire_name(),
        label: lang.select(&field.label, &field.label_en).to_owned(),
        required: field.required,
        value: field_value(chosen, &field.wire_name()).to_owned(),
        ..AddOnView::default()
    };
    match &field.input {
        AddOnInput::Check { price } => {
            view.control = AddOnControl::Check;
            view.price = extra(*price, shown, lang);
        }
        AddOnInput::Text { max_chars, price } => {
            view.control = AddOnControl::Text;
            view.max_chars = *max_chars;
            view.price = extra(*price, shown, lang);
            hint.push(site_texts::characters_at_most(lang, max_chars));
        }
        AddOnInput::Choice { options } => {
            view.control = AddOnControl::Choice;
            view.options = options
                .iter()
                .map(|option| ChoiceView {
                    value: option.key.clone(),
                    label: lang.select(&option.label, &option.label_en).to_owned(),
                    note: extra(option.price, shown, lang),
                })
                .collect();
        }
    }
    view.hint = hint.join(". ");
    view
}
