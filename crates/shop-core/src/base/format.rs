//! Formats numbers and amounts in Italian and English notation. Done here and not by the browser's `Intl`, so that the page of
//! the server and of the browser are identical to the byte (older browsers omit the thousands separator of four-digit amounts).

use super::time::civil;
use super::{Cents, Lang};

/// No-break space between amount and currency.
pub const NBSP: char = '\u{a0}';

/// Formats an amount: "1.234,00 €" in Italian, "€1,234.00" in English.
///
/// ```
/// use shop_core::base::{Cents, Lang};
/// use shop_core::base::format::price;
/// assert_eq!(price(Cents(123_400), Lang::It), "1.234,00\u{a0}€");
/// ```
pub fn price(amount: Cents, lang: Lang) -> String {
    let sign = if amount.0 < 0 { "-" } else { "" };
    let abs = amount.0.unsigned_abs();
    let (group, point) = separators(lang);
    let whole = grouped(abs / 100, group);
    let cents = abs % 100;
    match lang {
        Lang::It => format!("{sign}{whole}{point}{cents:02}{NBSP}€"),
        Lang::En => format!("{sign}€{whole}{point}{cents:02}"),
    }
}

/// Adds net and tax, both minor units as strings, and formats the sum as an amount. An empty tax is 0; a net that is no number is
/// returned unchanged.
///
/// ```
/// use shop_core::base::Lang;
/// use shop_core::base::format::gross;
/// assert_eq!(gross("5902", "1298", Lang::It), "72,00\u{a0}€");
/// assert_eq!(gross("boh", "1", Lang::It), "boh");
/// ```
pub fn gross(net: &str, tax: &str, lang: Lang) -> String {
    let Ok(net_cents) = net.parse::<i64>() else { return net.to_owned() };
    price(Cents(net_cents.saturating_add(tax.parse().unwrap_or(0))), lang)
}

/// Formats a whole number with thousands separators: "12.345".
///
/// ```
/// use shop_core::base::Lang;
/// use shop_core::base::format::integer;
/// assert_eq!(integer(-12_345, Lang::It), "-12.345");
/// assert_eq!(integer(12_345, Lang::En), "12,345");
/// ```
pub fn integer(value: i64, lang: Lang) -> String {
    let sign = if value < 0 { "-" } else { "" };
    format!("{sign}{}", grouped(value.unsigned_abs(), separators(lang).0))
}

/// Converts a decimal string ("0.5") to the language's notation ("0,5").
///
/// ```
/// use shop_core::base::Lang;
/// use shop_core::base::format::decimal;
/// assert_eq!(decimal("0.5", Lang::It), "0,5");
/// assert_eq!(decimal("0.5", Lang::En), "0.5");
/// ```
pub fn decimal(text: &str, lang: Lang) -> String {
    match lang {
        Lang::It => text.replace('.', ","),
        Lang::En => text.to_owned(),
    }
}

/// Formats the UTC date of a time: "21 novembre 2026", "21 November 2026".
///
/// ```
/// use shop_core::base::Lang;
/// use shop_core::base::format::date;
/// assert_eq!(date(1_795_219_200, Lang::It), "21 novembre 2026");
/// ```
pub fn date(seconds: i64, lang: Lang) -> String {
    const IT: [&str; 12] = [
        "gennaio",
        "febbraio",
        "marzo",
        "aprile",
        "maggio",
        "giugno",
        "luglio",
        "agosto",
        "settembre",
        "ottobre",
        "novembre",
        "dicembre",
    ];
    const EN: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    let (year, month, day) = civil(seconds.div_euclid(86_400));
    let names = if lang == Lang::It { IT } else { EN };
    let name = usize::try_from(month - 1).ok().and_then(|m| names.get(m)).unwrap_or(&"");
    format!("{day} {name} {year}")
}

fn separators(lang: Lang) -> (char, char) {
    match lang {
        Lang::It => ('.', ','),
        Lang::En => (',', '.'),
    }
}

fn grouped(value: u64, separator: char) -> String {
    let digits = value.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(separator);
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn money_reads_as_in_italy() {
        for (cents, text) in
            [(7200, "72,00\u{a0}€"), (5, "0,05\u{a0}€"), (205_714, "2.057,14\u{a0}€"), (-120, "-1,20\u{a0}€")]
        {
            assert_eq!(price(Cents(cents), Lang::It), text);
        }
        assert_eq!(price(Cents(123_456_789), Lang::En), "€1,234,567.89");
    }
}
