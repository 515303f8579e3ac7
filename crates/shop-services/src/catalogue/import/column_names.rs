//! Maps column titles to columns, using the table `column_names.txt`.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use shop_core::base::Lang;
use shop_core::base::text::fold;

use super::column::Column;
use super::currency::is_currency;
use super::units::Unit;

/// Column or unit, origin, name; see its first lines.
const NAMES: &str = include_str!("column_names.txt");

/// Maximum number of numbered groups of a kind: a higher attribute or download number is a mistake in the header, and a huge one
/// would only waste memory.
const MAX_GROUP: usize = 500;

/// Meta fields with columns of their own, by the keys under which the shop stores them.
pub(super) const GTIN_KEY: &str = "gtin";
pub(super) const BRANDS_KEY: &str = "brands";

/// A column of a numbered attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AttributeField {
    Name,
    Values,
    Visible,
    Global,
    Default,
}

/// A column of a numbered download.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DownloadField {
    Name,
    Url,
    /// WooCommerce's own id of a file, which has no meaning elsewhere.
    Id,
}

/// Meaning of a title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ColumnName {
    Fixed(Column),
    Attribute(usize, AttributeField),
    Download(usize, DownloadField),
    /// A meta field, by its key.
    Meta(String),
}

/// A known title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct KnownTitle<'a> {
    pub(super) name: ColumnName,
    /// Only used in a file that has no other name for the column.
    pub(super) is_alias: bool,
    /// Suffix in parentheses, for instance a unit.
    pub(super) unit: Option<&'a str>,
}

/// Meaning of a name in the table, before the number of a group is known.
#[derive(Clone, Copy, Debug)]
enum Meaning {
    Fixed(Column),
    Attribute(AttributeField),
    Download(DownloadField),
}

#[derive(Default)]
struct Table {
    meanings: HashMap<String, (Meaning, bool)>,
    units: HashMap<String, Unit>,
    meta: HashSet<String>,
    titles: HashMap<(&'static str, &'static str), &'static str>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut table = Table::default();
    for (key, origin, name) in entries() {
        table.titles.entry((key, origin)).or_insert(name);
        if let Some(unit) = key.strip_prefix("unit_") {
            table.units.extend(Unit::find(unit).map(|unit| (unit_key(name), unit)));
        } else if key == "meta" {
            table.meta.insert(name_key(name));
        } else if let Some(meaning) = meaning(key) {
            table.meanings.insert(name_key(name), (meaning, origin == "also"));
        }
    }
    table
});

/// Lines of the table.
fn entries() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    NAMES.lines().filter(|line| !line.starts_with("//")).filter_map(|line| {
        let mut cells = line.splitn(3, '|');
        Some((cells.next()?, cells.next()?, cells.next()?))
    })
}

fn meaning(key: &str) -> Option<Meaning> {
    Some(match key {
        "attribute_name" => Meaning::Attribute(AttributeField::Name),
        "attribute_values" => Meaning::Attribute(AttributeField::Values),
        "attribute_visible" => Meaning::Attribute(AttributeField::Visible),
        "attribute_global" => Meaning::Attribute(AttributeField::Global),
        "attribute_default" => Meaning::Attribute(AttributeField::Default),
        "download_name" => Meaning::Download(DownloadField::Name),
        "download_url" => Meaning::Download(DownloadField::Url),
        "download_id" => Meaning::Download(DownloadField::Id),
        key => Meaning::Fixed(Column::ALL.iter().copied().find(|column| column.key() == key)?),
    })
}

/// Normal form for comparing names: letters without case and accents, digits, and symbols with a meaning; any others become one
/// space.
fn name_key(name: &str) -> String {
    let folded = fold(name);
    let counts = |c: char| c.is_alphanumeric() || matches!(c, '#' | '€' | '$' | '£' | '¥' | '%');
    let words = folded.split(|c: char| !counts(c)).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

fn unit_key(name: &str) -> String {
    fold(name.trim().trim_end_matches('.'))
}

impl Column {
    /// English title in the header, as exported, without a unit.
    pub(super) fn title(self) -> &'static str {
        TABLE.titles.get(&(self.key(), "en")).copied().unwrap_or_default()
    }
}

/// Names of all columns in a language, for an error message.
pub(super) fn known_titles(lang: Lang) -> String {
    let origin = match lang {
        Lang::It => "it",
        Lang::En => "en",
    };
    let in_language = |column: &Column| TABLE.titles.get(&(column.key(), origin)).copied();
    let titles: Vec<&str> =
        Column::ALL.iter().map(|column| in_language(column).unwrap_or_else(|| column.title())).collect();
    titles.join(", ")
}

/// Finds a unit by its name in any of the languages.
pub(super) fn find_unit(name: &str) -> Option<Unit> {
    TABLE.units.get(&unit_key(name)).copied()
}

/// Finds the meaning of a title.
pub(super) fn find_title(title: &str) -> Option<KnownTitle<'_>> {
    // Keys of meta fields are case-sensitive: `Meta: name_en`.
    if let Some((prefix, key)) = title.split_once(':')
        && TABLE.meta.contains(&name_key(prefix))
    {
        return further_field(key.trim());
    }
    let split = split_unit(title);
    // "Peso ()" is not "Peso": the suffix is significant.
    let is_bare = split.is_none_or(|(_, unit)| unit.contains(char::is_alphanumeric));
    if let Some((name, is_alias)) = find_name(title).filter(|_| is_bare) {
        return Some(KnownTitle { name, is_alias, unit: None });
    }
    let (name, unit) = split?;
    let (name, is_alias) = find_name(name)?;
    Some(KnownTitle { name, is_alias, unit: Some(unit) })
}

fn further_field(key: &str) -> Option<KnownTitle<'static>> {
    let (name, is_alias) = match key {
        "" => return None,
        GTIN_KEY => (ColumnName::Fixed(Column::Gtin), true),
        BRANDS_KEY => (ColumnName::Fixed(Column::Brands), true),
        key => (ColumnName::Meta(key.to_owned()), false),
    };
    Some(KnownTitle { name, is_alias, unit: None })
}

/// Finds the meaning of a name without a unit, and whether it is an alias.
fn find_name(name: &str) -> Option<(ColumnName, bool)> {
    let key = name_key(name);
    let digits: String = key.chars().filter(char::is_ascii_digit).collect();
    if digits.is_empty() {
        let (meaning, is_alias) = TABLE.meanings.get(&key)?;
        return if let Meaning::Fixed(column) = meaning { Some((ColumnName::Fixed(*column), *is_alias)) } else { None };
    }
    // Digits in several places stay, so that the name is not found.
    let (meaning, is_alias) = TABLE.meanings.get(&key.replacen(&digits, "#", 1))?;
    let number = digits.parse().ok().filter(|number| (1..=MAX_GROUP).contains(number))?;
    match meaning {
        Meaning::Fixed(_) => None,
        Meaning::Attribute(field) => Some((ColumnName::Attribute(number, *field), *is_alias)),
        Meaning::Download(field) => Some((ColumnName::Download(number, *field), *is_alias)),
    }
}

/// Splits `Weight (kg)`, `Weight [kg]`, `Weight kg` and `Price €`.
fn split_unit(title: &str) -> Option<(&str, &str)> {
    let bracketed = |open: char, close: char| title.strip_suffix(close)?.rsplit_once(open);
    if let Some((name, unit)) = bracketed('(', ')').or_else(|| bracketed('[', ']')) {
        return Some((name.trim(), unit.trim()));
    }
    title.rsplit_once(' ').filter(|(_, unit)| is_currency(unit) || find_unit(unit).is_some())
}

#[cfg(test)]
#[path = "tests/column_names.rs"]
mod tests;
