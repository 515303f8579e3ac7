use proptest::prelude::*;

use super::*;

const DOT: DecimalMark = DecimalMark::Dot;
const COMMA: DecimalMark = DecimalMark::Comma;

fn amount(text: &str, hint: MarkHint) -> Result<(i128, u32), ProblemCode> {
    parse_number(text, NumberKind::Amount, hint).map(|number| (number.digits, number.scale))
}

#[test]
fn numbers_are_read_as_people_write_them() {
    for (text, digits, scale) in [
        ("5", 5, 0),
        ("3.5", 35, 1),
        ("3,90", 390, 2),
        (".5", 5, 1),
        ("5,", 5, 0),
        ("1.234,50", 123_450, 2),
        ("1,234.50", 123_450, 2),
        ("1.234.567,8", 12_345_678, 1),
        ("1.234.567", 1_234_567, 0),
        ("1'234.50", 123_450, 2),
        ("1’234,500", 1_234_500, 3),
        ("1 234,50", 123_450, 2),
        ("1\u{a0}234\u{a0}567", 1_234_567, 0),
        ("1\u{202f}234,5", 12_345, 1),
        ("12,345678", 12_345_678, 6),
        ("0.125", 125, 3),
        ("0,125", 125, 3),
        ("1234.567", 1_234_567, 3),
        ("'12", 12, 0),
        ("-3", -3, 0),
        ("−3,5", -35, 1),
    ] {
        assert_eq!(amount(text, MarkHint::None), Ok((digits, scale)), "{text}");
    }
}

#[test]
fn what_is_no_number_is_refused() {
    for text in [
        "",
        " ",
        ".",
        ",",
        "-",
        "'",
        "abc",
        "1e3",
        "1.2.3",
        "1,23,456",
        "1.23,4",
        "12.34.567",
        "1..5",
        "1,.5",
        "1.234.56",
        "1.234'567.8",
        "1'23",
        "1 2",
        "+5",
        "--5",
        "5-",
        "٣",
        "0x1F",
        "1/2",
        "1,234,567,",
        "123456789012345678901",
        "5 kg",
    ] {
        assert_eq!(amount(text, MarkHint::None), Err(ProblemCode::NotANumber), "{text}");
    }
}

#[test]
fn a_mark_before_three_digits_follows_the_column_then_the_file_and_is_reported_otherwise() {
    for text in ["1.234", "123.456", "-1.234"] {
        let whole: String = text.replace('.', "");
        let digits: i128 = whole.parse().unwrap();
        for hint in [MarkHint::Column(DOT), MarkHint::File(DOT)] {
            assert_eq!(amount(text, hint), Ok((digits, 3)), "{text}");
        }
        for hint in [MarkHint::Column(COMMA), MarkHint::File(COMMA)] {
            assert_eq!(amount(text, hint), Ok((digits, 0)), "{text}");
        }
        for hint in [MarkHint::None, MarkHint::Mixed] {
            assert_eq!(amount(text, hint), Err(ProblemCode::AmbiguousNumber), "{text}");
        }
    }
}

#[test]
fn a_measure_is_never_made_a_thousand_times_larger_by_other_columns() {
    let measure =
        |text, hint| parse_number(text, NumberKind::Measure, hint).map(|number| (number.digits, number.scale));
    assert_eq!(measure("1.250", MarkHint::None), Ok((1250, 3)));
    assert_eq!(measure("1.250", MarkHint::Column(DOT)), Ok((1250, 3)));
    assert_eq!(measure("1.250", MarkHint::Column(COMMA)), Ok((1250, 0)));
    assert_eq!(measure("1.250", MarkHint::File(DOT)), Ok((1250, 3)));
    assert_eq!(measure("1.250", MarkHint::File(COMMA)), Err(ProblemCode::AmbiguousNumber));
    assert_eq!(measure("1.250", MarkHint::Mixed), Err(ProblemCode::AmbiguousNumber));
}

#[test]
fn a_number_shows_its_decimal_mark_unless_it_can_be_read_in_two_ways() {
    for (text, mark) in [
        ("3,90", Some(COMMA)),
        ("3.9", Some(DOT)),
        ("0.125", Some(DOT)),
        ("1.234.567", Some(COMMA)),
        ("1,234,567", Some(DOT)),
        ("1.234,50", Some(COMMA)),
        ("1'234.500", Some(DOT)),
        ("1.234", None),
        ("1 234", None),
        ("12", None),
        ("abc", None),
    ] {
        assert_eq!(decimal_mark(text), mark, "{text}");
    }
}

#[test]
fn only_numbers_without_decimals_are_whole() {
    for (text, whole) in [("12", Some(12)), ("12,00", Some(12)), ("-3.0", Some(-3)), ("12.5", None)] {
        assert_eq!(parse_number(text, NumberKind::Amount, MarkHint::None).unwrap().to_whole(), whole, "{text}");
    }
}

proptest! {
    #[test]
    fn an_amount_of_cents_is_read_in_every_style(cents in 0_i64..10_000_000_000, style in 0_usize..6) {
        let (thousands, mark) = [("", "."), ("", ","), (".", ","), (",", "."), ("'", "."), (" ", ",")][style];
        let mut whole = (cents / 100).to_string();
        if !thousands.is_empty() {
            let mut at = whole.len();
            while at > 3 {
                at -= 3;
                whole.insert_str(at, thousands);
            }
        }
        let text = format!("{whole}{mark}{:02}", cents % 100);
        prop_assert_eq!(amount(&text, MarkHint::None), Ok((i128::from(cents), 2)));
        prop_assert_eq!(decimal_mark(&text), mark_of(mark.chars().next().unwrap()));
    }

    #[test]
    fn no_text_is_read_as_a_number_with_other_digits(text in "[0-9.,' -]{0,9}") {
        if let Ok((digits, _)) = amount(&text, MarkHint::None) {
            let written: String = text.chars().filter(char::is_ascii_digit).collect();
            prop_assert_eq!(digits.abs(), written.parse::<i128>().unwrap());
        }
    }
}
