use super::add_ons::{AddOnInput, AddOnOption};
use super::plans::{PlanLine, schedule};
use super::slots::{WeeklyTime, bookable_days, check_booking, first_open_day, slots_of};
use super::words::{extra, facts};
use super::*;
use crate::base::time::seconds_of_day;
use crate::base::{Cents, Lang};
use crate::catalogue::purchase::add_on_price::AddOn;
use crate::catalogue::purchase::deposit::{Deposit, PlanPart};
use crate::platform::messages::codes;

fn per_piece(cents: i64) -> AddOn {
    AddOn::PerPiece { cents: Cents(cents) }
}

fn field(key: &str, input: AddOnInput) -> AddOnField {
    AddOnField {
        key: key.into(),
        label: key.to_uppercase(),
        label_en: String::new(),
        input,
        required: false,
        needs: Vec::new(),
        excludes: Vec::new(),
    }
}

fn option(key: &str, cents: i64) -> AddOnOption {
    AddOnOption { key: key.into(), label: key.to_uppercase(), label_en: String::new(), price: Some(per_piece(cents)) }
}

fn rules() -> PurchaseRules {
    let cut = AddOnInput::Choice { options: vec![option("intero", 0), option("fette", 100)] };
    PurchaseRules {
        add_ons: vec![
            field("box", AddOnInput::Check { price: Some(per_piece(450)) }),
            AddOnField { needs: vec!["box".into()], ..field("card", AddOnInput::Text { max_chars: 10, price: None }) },
            AddOnField { required: true, ..field("cut", cut) },
            AddOnField { excludes: vec!["box".into()], ..field("bare", AddOnInput::Check { price: None }) },
        ],
        ..PurchaseRules::default()
    }
}

fn pairs(rows: &[(&str, &str)]) -> Vec<(String, String)> {
    rows.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
}

fn refusals(rules: &PurchaseRules, rows: &[(&str, &str)]) -> Vec<(String, String)> {
    let errors = check(rules, &pairs(rows)).err().unwrap_or_default();
    errors.into_iter().map(|error| (error.field, error.code.into_owned())).collect()
}

fn one(field: &str, code: &str) -> Vec<(String, String)> {
    vec![(field.to_owned(), code.to_owned())]
}

#[test]
fn choices_are_stored_in_one_form_whatever_their_order_and_spelling() {
    let rules = rules();
    let sent = pairs(&[("addon-cut", "fette"), ("addon-card", " Auguri "), ("addon-box", "on"), ("addon-bare", "0")]);
    let wire = check(&rules, &sent).unwrap().wire();
    assert_eq!(wire, pairs(&[("addon-box", "1"), ("addon-card", "Auguri"), ("addon-cut", "fette")]));
    assert_eq!(check(&rules, &wire).unwrap().wire(), wire);
}

#[test]
fn wrong_choices_are_refused_by_field() {
    let ok = ("addon-cut", "intero");
    for (rows, field, code) in [
        (&[][..], "addon-cut", codes::ADD_ON_REQUIRED),
        (&[("addon-cut", "cubi")], "addon-cut", codes::ADD_ON_CHOICE_UNKNOWN),
        (&[ok, ("addon-box", "molto")], "addon-box", codes::ADD_ON_CHOICE_UNKNOWN),
        (&[ok, ("addon-ribbon", "1")], "addon-ribbon", codes::ADD_ON_UNKNOWN),
        (&[ok, ("addon-card", "Auguri")], "addon-card", codes::ADD_ON_NEEDS),
        (&[ok, ("addon-box", "1"), ("addon-bare", "1")], "addon-bare", codes::ADD_ON_EXCLUDES),
        (&[ok, ("addon-box", "1"), ("addon-card", "Tanti auguri!")], "addon-card", codes::ADD_ON_TEXT_TOO_LONG),
        (&[ok, ("addon-box", "1"), ("addon-card", "a\u{7}")], "addon-card", codes::ADD_ON_TEXT_INVALID),
        (&[ok, ("wc_deposit_option", "yes")], PLAN_FIELD, codes::PLAN_UNKNOWN),
        (&[ok, (SLOT_FIELD, "3600")], SLOT_FIELD, codes::BOOKING_SLOT_UNKNOWN),
    ] {
        assert_eq!(refusals(&rules(), rows), one(field, code), "{rows:?}");
    }
    assert!(
        refusals(&rules(), &[ok, ("addon-ribbon", " "), ("wc_other", "x")]).is_empty(),
        "what is empty is not chosen"
    );
}

#[test]
fn what_is_refused_costs_nothing_while_the_form_is_filled_in() {
    let rules = rules();
    let sent = pairs(&[("addon-card", "Auguri"), ("addon-bare", "1")]);
    let (purchase, errors) = parse_choices(&rules, &sent);
    let chosen: Vec<&str> = purchase.add_ons.iter().map(|one| one.field.key.as_str()).collect();
    assert_eq!((chosen, errors.len()), (vec!["bare"], 2), "the cut is missing, and the card needs the box");
}

#[test]
fn a_text_of_the_greatest_length_is_taken_and_its_line_breaks_count_once() {
    let rows = [("addon-cut", "intero"), ("addon-box", "1"), ("addon-card", "Cara\r\nZia è")];
    assert!(refusals(&rules(), &rows).is_empty());
}

#[test]
fn add_ons_are_told_with_their_price() {
    let rules = rules();
    let sent = pairs(&[("addon-cut", "fette"), ("addon-box", "1"), ("addon-card", "Ciao")]);
    let purchase = check(&rules, &sent).unwrap();
    let texts: Vec<(String, String)> =
        facts(&purchase, &|cents| cents, Lang::It).into_iter().map(|fact| (fact.label, fact.value)).collect();
    let expected = [("BOX", "+4,50\u{a0}€ al pezzo"), ("CARD", "Ciao"), ("CUT", "FETTE (+1,00\u{a0}€ al pezzo)")];
    assert_eq!(texts, pairs(&expected));
    assert_eq!(extra(Some(AddOn::Percent { hundredths: -1250 }), &|c| c, Lang::It), "−12,5\u{a0}%");
    assert_eq!(extra(Some(AddOn::Flat { cents: Cents(-100) }), &|c| c, Lang::En), "−€1.00");
}

fn plan(key: &str, hundredths: i64, parts: &[(i64, i64)]) -> PaymentPlan {
    PaymentPlan {
        key: key.into(),
        label: key.to_uppercase(),
        label_en: String::new(),
        deposit: Deposit::Percent { hundredths },
        parts: parts
            .iter()
            .map(|(share, months)| PlanPart { share_hundredths: *share, months_after: *months, days_after: 0 })
            .collect(),
    }
}

fn payable() -> PurchaseRules {
    let plans = vec![plan("acconto", 3000, &[]), plan("rate", 5000, &[(5000, 1), (5000, 2)])];
    PurchaseRules { deposit: Some(DepositOffer { required: false, plans }), ..PurchaseRules::default() }
}

#[test]
fn a_plan_is_chosen_by_its_key_and_yes_alone_takes_the_first() {
    let rules = payable();
    let chosen = |rows: &[(&str, &str)]| {
        let sent = pairs(rows);
        check(&rules, &sent).unwrap().plan.map(|plan| plan.key.clone())
    };
    assert_eq!(chosen(&[]), None);
    assert_eq!(chosen(&[(DEPOSIT_FIELD, "yes")]).as_deref(), Some("acconto"));
    assert_eq!(chosen(&[(PLAN_FIELD, "rate")]).as_deref(), Some("rate"));
    assert_eq!(chosen(&[(DEPOSIT_FIELD, "no"), (PLAN_FIELD, "rate")]), None);
    assert_eq!(refusals(&rules, &[(PLAN_FIELD, "mai")]), one(PLAN_FIELD, codes::PLAN_UNKNOWN));
    let mut only = payable();
    only.deposit.as_mut().unwrap().required = true;
    assert_eq!(refusals(&only, &[]), one(PLAN_FIELD, codes::PLAN_REQUIRED));
    assert!(only.must_choose() && !payable().must_choose());
}

#[test]
fn a_carts_parts_add_up_and_delivery_is_due_now() {
    let rules = payable();
    let plans = &rules.deposit.as_ref().unwrap().plans;
    let lines = [
        PlanLine { cents: Cents(10_000), quantity: 1, plan: plans.first() },
        PlanLine { cents: Cents(9_999), quantity: 3, plan: plans.get(1) },
        PlanLine { cents: Cents(1_000), quantity: 1, plan: None },
    ];
    let due = schedule(Cents(21_589), &lines, "2026-11-21");
    let later: Vec<(&str, i64)> = due.later.iter().map(|one| (one.due.as_str(), one.cents.0)).collect();
    assert_eq!(later, [("2026-12-21", 9_500), ("2027-01-21", 2_500)]);
    assert_eq!(due.now, Cents(21_589 - 12_000));
    // Credit pays what is due now first, then the next payments.
    let with_credit = schedule(Cents(5_000), &lines, "2026-11-21");
    let later: Vec<(&str, i64)> = with_credit.later.iter().map(|one| (one.due.as_str(), one.cents.0)).collect();
    assert_eq!((with_credit.now, later), (Cents::ZERO, vec![("2026-12-21", 2_500), ("2027-01-21", 2_500)]));
}

#[test]
fn a_fixed_deposit_is_for_each_piece_and_one_that_exceeds_the_line_leaves_it_whole() {
    let fixed = PaymentPlan { deposit: Deposit::Fixed { cents: Cents(1_000) }, ..plan("fisso", 1, &[]) };
    let now = |cents, quantity| {
        schedule(Cents(cents), &[PlanLine { cents: Cents(cents), quantity, plan: Some(&fixed) }], "2026-11-21").now.0
    };
    assert_eq!((now(9_000, 3), now(2_500, 3)), (3_000, 2_500));
}

fn tasting() -> BookingOffer {
    BookingOffer {
        times: vec![
            WeeklyTime { weekday: 6, minute: 1080 },
            WeeklyTime { weekday: 6, minute: 660 },
            WeeklyTime { weekday: 2, minute: 660 },
        ],
        duration_minutes: 90,
        capacity: 10,
        min_persons: 2,
        max_persons: Some(6),
        base_cents: Cents(1_000),
        notice_hours: 24,
        days_ahead: 30,
        closed_on_holidays: true,
        closed_days: vec!["2026-12-12".into()],
    }
}

fn day(text: &str) -> i64 {
    seconds_of_day(text).unwrap() / 86_400
}

#[test]
fn a_days_times_come_from_the_timetable_in_romes_time() {
    let offer = tasting();
    let times =
        |text: &str| slots_of(&offer, day(text)).iter().map(|slot| words::time(slot.starts_at)).collect::<Vec<_>>();
    assert_eq!(times("2026-11-28"), ["11:00", "18:00"]);
    assert_eq!(times("2026-12-12"), [""; 0], "closed by the merchant");
    assert_eq!(times("2026-12-08"), [""; 0], "a Tuesday, and a holiday");
    assert_eq!(times("2026-11-29"), [""; 0], "no time on Sundays");
    let now = seconds_of_day("2026-11-27").unwrap() + 12 * 3600;
    assert_eq!(first_open_day(&offer, 0, now), Some(day("2026-11-28")), "the evening is more than a day away");
    assert_eq!(first_open_day(&offer, day("2026-12-06"), now), Some(day("2026-12-15")));
    assert_eq!(bookable_days(&offer, now), (day("2026-11-27"), day("2026-12-26")));
}

#[test]
fn a_booking_is_judged_by_time_notice_people_and_room() {
    let offer = tasting();
    let start = slots_of(&offer, day("2026-12-05")).first().unwrap().starts_at;
    let rules = PurchaseRules { booking: Some(tasting()), ..PurchaseRules::default() };
    let (start_text, late_text) = (start.to_string(), (start + 60).to_string());
    for (rows, expected) in [
        (&[][..], one(SLOT_FIELD, codes::BOOKING_SLOT_UNKNOWN)),
        (&[(SLOT_FIELD, late_text.as_str())], one(SLOT_FIELD, codes::BOOKING_SLOT_UNKNOWN)),
        (&[(SLOT_FIELD, &start_text), (PERSONS_FIELD, "1")], one(PERSONS_FIELD, codes::BOOKING_PERSONS)),
        (&[(SLOT_FIELD, &start_text), (PERSONS_FIELD, "7")], one(PERSONS_FIELD, codes::BOOKING_PERSONS)),
        (&[(SLOT_FIELD, &start_text), (PERSONS_FIELD, "due")], one(PERSONS_FIELD, codes::BOOKING_PERSONS)),
    ] {
        assert_eq!(refusals(&rules, rows), expected, "{rows:?}");
    }
    let wanted = check(&rules, &pairs(&[(SLOT_FIELD, &start_text)])).unwrap().booking.unwrap();
    assert_eq!(wanted.persons, 2, "the least number unless said");
    let checked = |taken, now| {
        let answer = check_booking(&offer, wanted, taken, Cents(2_500), now);
        (answer.price_cents, answer.errors.first().map(|e| (e.field.clone(), e.code.to_string())))
    };
    assert_eq!(checked(8, start - 86_400), (Some(Cents(6_000)), None));
    assert_eq!(checked(9, start - 86_400), (None, Some((PERSONS_FIELD.into(), codes::BOOKING_FULL.into()))));
    assert_eq!(checked(0, start - 86_399), (None, Some((SLOT_FIELD.into(), codes::BOOKING_TOO_LATE.into()))));
    assert_eq!(checked(0, start - 40 * 86_400), (None, Some((SLOT_FIELD.into(), codes::BOOKING_SLOT_UNKNOWN.into()))));
}

#[test]
fn a_booking_costs_its_people_and_its_base() {
    let rules = PurchaseRules { booking: Some(tasting()), ..PurchaseRules::default() };
    let start = slots_of(&tasting(), day("2026-12-05")).first().unwrap().starts_at.to_string();
    let sent = pairs(&[(SLOT_FIELD, &start), (PERSONS_FIELD, "3")]);
    let booked = money::Priced::new(Cents(2_500), &check(&rules, &sent).unwrap(), Cents(1_000));
    assert_eq!(booked.line_price(1).total_cents, Cents(8_500));
}

#[test]
fn rules_that_do_not_hold_together_are_told_by_field() {
    let with = |change: &dyn Fn(&mut PurchaseRules)| {
        let mut out = PurchaseRules { booking: Some(tasting()), deposit: payable().deposit, ..rules() };
        change(&mut out);
        out.problems().into_iter().map(|error| error.field).collect::<Vec<_>>()
    };
    assert_eq!(with(&|_| ()), [""; 0]);
    assert_eq!(with(&|r| r.add_ons[0].key = "Box".into()), ["add_ons.0.key", "add_ons.1.needs", "add_ons.3.excludes"]);
    assert_eq!(with(&|r| r.add_ons[0].label = " ".into()), ["add_ons.0.label"]);
    assert_eq!(with(&|r| r.add_ons[2].input = AddOnInput::Choice { options: vec![] }), ["add_ons.2.options"]);
    assert_eq!(with(&|r| r.add_ons[1].input = AddOnInput::Text { max_chars: 0, price: None }), ["add_ons.1.max_chars"]);
    assert_eq!(with(&|r| r.add_ons[1].excludes = vec!["box".into()]), ["add_ons.1.excludes"]);
    assert_eq!(with(&|r| r.deposit.as_mut().unwrap().plans.clear()), ["deposit.plans"]);
    let half = PlanPart { share_hundredths: 5000, months_after: 1, days_after: 0 };
    assert_eq!(with(&|r| r.deposit.as_mut().unwrap().plans[0].parts = vec![half]), ["deposit.plans.0.parts"]);
    assert_eq!(
        with(&|r| r.deposit.as_mut().unwrap().plans[0].deposit = Deposit::Percent { hundredths: 10_000 }),
        ["deposit.plans.0.deposit"]
    );
    assert_eq!(with(&|r| r.booking.as_mut().unwrap().times[0].weekday = 8), ["booking.times"]);
    assert_eq!(
        with(&|r| r.booking.as_mut().unwrap().capacity = 0),
        ["booking.capacity", "booking.min_persons", "booking.max_persons"]
    );
    assert_eq!(with(&|r| r.booking.as_mut().unwrap().closed_days = vec!["Natale".into()]), ["booking.closed_days"]);
}
