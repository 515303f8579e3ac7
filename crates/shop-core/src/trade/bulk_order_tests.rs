use proptest::prelude::*;

use super::*;

fn product(id: i64, label: &str, price_millionths: i64, step: i64) -> FoundProduct {
    let pack = QuantityBounds { min: step, step, ..QuantityBounds::default() };
    FoundProduct { product_id: ProductId(id), label: label.to_owned(), price_millionths, pack, tiers: Vec::new() }
}

fn caviar() -> Vec<FoundProduct> {
    vec![product(12, "Caviale 35 g", 72_000_000, 1), product(9, "Olio", 1_666_000, 6)]
}

fn run(events: Vec<BulkEvent>) -> BulkOrder {
    events.into_iter().fold(BulkOrder::default(), step)
}

fn typed(line: u32, text: &str) -> BulkEvent {
    BulkEvent::Type { line, text: text.to_owned() }
}

fn quantity(line: u32, typed: &str) -> BulkEvent {
    BulkEvent::Quantity { line, typed: typed.to_owned() }
}

fn with_caviar() -> Vec<BulkEvent> {
    vec![
        BulkEvent::NewLine,
        typed(0, "cav"),
        BulkEvent::Answer { number: 1, found: caviar() },
        BulkEvent::Choose { line: 0, product_id: ProductId(12) },
        quantity(0, "3"),
    ]
}

#[test]
fn a_chosen_product_locks_its_line_until_it_is_cleared() {
    let form = run(with_caviar());
    assert_eq!(form.lines[0].text, "Caviale 35 g");
    assert_eq!((form.total, form.product_string.as_str()), (Cents(21_600), "12:3|"));
    assert!(form.search.found.is_empty(), "the list closes");
    let locked = step(form.clone(), typed(0, "olio"));
    assert_eq!(locked, form);
    let cleared = step(form, BulkEvent::Clear { line: 0 });
    assert_eq!(cleared.lines, [BulkLine::default()]);
    assert_eq!((cleared.total, cleared.product_string.as_str()), (Cents(0), ""));
}

#[test]
fn only_the_newest_search_shows_its_answer() {
    let form = run(vec![BulkEvent::NewLine, typed(0, "ca"), typed(0, "cav")]);
    assert_eq!((form.search.number, form.search.pending.as_str()), (2, "cav"));
    let late = step(form.clone(), BulkEvent::Answer { number: 1, found: caviar() });
    assert_eq!(late, form);
    let shown = step(form, BulkEvent::Answer { number: 2, found: caviar() });
    assert_eq!(shown.search.found.len(), 2);
}

#[test]
fn a_search_in_another_line_takes_the_place_of_the_first() {
    let form = run(vec![BulkEvent::NewLine, BulkEvent::NewLine, typed(0, "ca"), typed(1, "ol")]);
    let form = step(form, BulkEvent::Answer { number: 1, found: caviar() });
    assert!(form.search.found.is_empty());
    let form = step(form, BulkEvent::Answer { number: 2, found: caviar() });
    let wrong_line = step(form.clone(), BulkEvent::Choose { line: 0, product_id: ProductId(9) });
    assert_eq!(wrong_line, form);
}

#[test]
fn an_emptied_field_searches_nothing_and_shows_no_late_answer() {
    let form = run(vec![BulkEvent::NewLine, typed(0, "ca"), typed(0, "")]);
    assert!(form.search.pending.is_empty() && form.search.line.is_none());
    let form = step(form, BulkEvent::Answer { number: 1, found: caviar() });
    assert!(form.search.found.is_empty());
}

#[test]
fn a_search_that_finds_nothing_says_so() {
    let form = run(vec![BulkEvent::NewLine, typed(0, "zzz"), BulkEvent::Answer { number: 1, found: Vec::new() }]);
    assert_eq!(form.search.message.as_deref(), Some("trade_search_nothing_found"));
}

#[test]
fn a_product_that_was_not_found_cannot_be_chosen() {
    let mut events = with_caviar();
    events.truncate(3);
    events.push(BulkEvent::Choose { line: 0, product_id: ProductId(13) });
    assert!(run(events).lines[0].product.is_none());
}

#[test]
fn lines_without_product_or_quantity_are_not_sent() {
    for typed in ["", "0", "-3", "abc", "0.9", "1e3", "99999999999999999999"] {
        let form = step(run(with_caviar()), quantity(0, typed));
        assert_eq!((form.total, form.product_string.as_str()), (Cents(0), ""), "{typed}");
    }
    let form = run(vec![BulkEvent::NewLine, typed(0, "cav"), quantity(0, "5")]);
    assert_eq!((form.total, form.product_string.as_str()), (Cents(0), ""), "typed, not chosen");
}

#[test]
fn subtotals_are_rounded_to_a_cent_and_add_up_to_the_total() {
    let load = BulkEvent::Load { product_string: "9:1|9:2|12:1|".to_owned(), found: caviar() };
    let form = run(vec![load]);
    let subtotals: Vec<i64> = form.lines.iter().map(|line| line.subtotal.0).collect();
    assert_eq!(subtotals, [167, 333, 7200]);
    assert_eq!(form.total, Cents(7700));
}

#[test]
fn a_loaded_list_leaves_out_what_is_no_longer_sold_and_says_which() {
    let form = run(vec![BulkEvent::Load { product_string: "12:2|77:1|".to_owned(), found: caviar() }]);
    assert_eq!(form.product_string, "12:2|");
    assert_eq!(form.left_out, [ProductId(77)]);
    let empty = BulkEvent::Load { product_string: "12:2|".to_owned(), found: Vec::new() };
    assert_eq!(step(form, empty).lines, []);
}

#[test]
fn events_for_a_line_that_is_not_there_change_nothing() {
    let form = run(with_caviar());
    for event in [typed(7, "x"), BulkEvent::Clear { line: 7 }, quantity(7, "2"), quantity(u32::MAX, "2")] {
        assert_eq!(step(form.clone(), event.clone()), form, "{event:?}");
    }
}

#[test]
fn a_form_survives_the_wire() {
    let form = run(with_caviar());
    let back: BulkOrder = serde_json::from_value(serde_json::to_value(&form).unwrap()).unwrap();
    assert_eq!(back, form);
    let event: BulkEvent = serde_json::from_str(r#"{"answer":{"number":1,"found":[]}}"#).unwrap();
    assert_eq!(event, BulkEvent::Answer { number: 1, found: Vec::new() });
    assert_eq!(serde_json::from_str::<BulkEvent>("\"new_line\"").unwrap(), BulkEvent::NewLine);
}

#[test]
fn a_chosen_product_begins_with_its_pack_and_a_typed_quantity_stays() {
    let choose = BulkEvent::Choose { line: 0, product_id: ProductId(9) };
    let open = vec![BulkEvent::NewLine, typed(0, "olio"), BulkEvent::Answer { number: 1, found: caviar() }];
    assert_eq!(step(run(open.clone()), choose.clone()).lines[0].quantity, "6");
    let form = step(run(open), quantity(0, "18"));
    assert_eq!(step(form, choose).lines[0].quantity, "18");
}

#[test]
fn a_quantity_that_is_left_becomes_whole_packs_and_says_so() {
    let form = run(vec![BulkEvent::Load { product_string: "9:6|".to_owned(), found: caviar() }]);
    let form = step(step(form, quantity(0, "7")), BulkEvent::LeaveQuantity { line: 0 });
    assert_eq!((form.lines[0].quantity.as_str(), form.product_string.as_str()), ("12", "9:12|"));
    assert_eq!(form.lines[0].notice.as_ref().map(|notice| notice.code.as_ref()), Some("trade_bulk_packs"));
    let form = step(form, quantity(0, "6"));
    assert_eq!(form.lines[0].notice, None, "typing anew clears it");
    let left = step(form.clone(), BulkEvent::LeaveQuantity { line: 0 });
    assert_eq!(left, form, "whole packs stay");
    let none = step(form, quantity(0, "0"));
    assert_eq!(step(none.clone(), BulkEvent::LeaveQuantity { line: 0 }), none, "none stays none");
}

#[test]
fn lines_from_a_spreadsheet_take_the_place_of_empty_rows_at_the_end() {
    let mut events = with_caviar();
    events.extend([BulkEvent::NewLine, BulkEvent::NewLine]);
    let line = FilledLine { product: product(9, "Olio", 1_666_000, 6), quantity: 12 };
    events.push(BulkEvent::Fill { lines: vec![line.clone(), line.clone()] });
    let form = run(events);
    assert_eq!((form.lines.len(), form.product_string.as_str()), (3, "12:3|9:12|9:12|"));
    let full = run(vec![BulkEvent::Fill { lines: vec![line; MAX_LINES + 1] }, BulkEvent::NewLine]);
    assert_eq!(full.lines.len(), MAX_LINES, "no form is longer");
}

#[test]
fn a_search_that_was_closed_shows_no_late_answer() {
    let form = run(vec![BulkEvent::NewLine, typed(0, "cav"), BulkEvent::CloseSearch]);
    assert_eq!(step(form.clone(), BulkEvent::Answer { number: 1, found: caviar() }), form);
    assert_eq!(form.lines[0].text, "cav", "what was typed stays");
}

fn any_event() -> impl Strategy<Value = BulkEvent> {
    let line = || 0_u32..3;
    prop_oneof![
        Just(BulkEvent::NewLine),
        (line(), "[a-z]{0,2}").prop_map(|(line, text)| BulkEvent::Type { line, text }),
        (0_u32..6).prop_map(|number| BulkEvent::Answer { number, found: caviar() }),
        (line(), prop::sample::select(vec![9_i64, 12, 13]))
            .prop_map(|(line, id)| BulkEvent::Choose { line, product_id: ProductId(id) }),
        line().prop_map(|line| BulkEvent::Clear { line }),
        line().prop_map(|line| BulkEvent::LeaveQuantity { line }),
        (line(), "[-0-9]{0,3}").prop_map(|(line, typed)| BulkEvent::Quantity { line, typed }),
    ]
}

proptest! {
    #[test]
    fn whatever_happens_the_sums_agree_and_only_whole_lines_are_sent(events in prop::collection::vec(any_event(), 0..40)) {
        let form = run(events);
        prop_assert_eq!(form.total, form.lines.iter().map(|line| line.subtotal).sum());
        let counted = form.lines.iter().filter(|line| line.product.is_some() && pieces(&line.quantity) > 0).count();
        prop_assert_eq!(product_string::parse(&form.product_string).len(), counted);
        for line in form.lines.iter().filter(|line| line.product.is_none()) {
            prop_assert_eq!(line.subtotal, Cents::ZERO);
        }
    }
}
