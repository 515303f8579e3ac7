//! What the titles of a file stand for, by the table `column_names.txt`.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use shop_core::base::Lang;
use shop_core::base::text::fold;

use super::columns::Column;
use super::units::Unit;
use super::values::is_currency;

/// Column or unit, origin, name; see its first lines.
const NAMES: &str = include_str!("column_names.txt");

/// Most numbered groups of a kind: an attribute or download beyond this number is a mistake in the header, and a huge
/// number would only waste memory.
const MAX_GROUP: usize = 500;

/// Further fields that have columns of their own, by the names under which the shop stores them.
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
    /// The platform's own name of a file: it means nothing elsewhere.
    Id,
}

/// What a title stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ColumnName {
    Fixed(Column),
    Attribute(usize, AttributeField),
    Download(usize, DownloadField),
    /// A further field, by its name.
    Meta(String),
}

/// A title that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct KnownTitle<'a> {
    pub(super) name: ColumnName,
    /// Counts only in a file that names the column in no other way.
    pub(super) is_alias: bool,
    /// What stands in parentheses behind the name, for instance a unit.
    pub(super) unit: Option<&'a str>,
}

/// What a name of the table stands for, before the number of a group is known.
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
            table.units.extend(Unit::named(unit).map(|unit| (unit_key(name), unit)));
        } else if key == "meta" {
            table.meta.insert(name_key(name));
        } else if let Some(meaning) = meaning(key) {
            table.meanings.insert(name_key(name), (meaning, origin == "also"));
        }
    }
    table
});

/// The lines of the table.
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

/// The form in which names are compared: letters without case and accents, digits and signs that say what is counted; any others
/// are one space.
fn name_key(name: &str) -> String {
    let folded = fold(name);
    let counts = |c: char| c.is_alphanumeric() || matches!(c, '#' | '€' | '$' | '£' | '¥' | '%');
    let words = folded.split(|c: char| !counts(c)).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

fn unit_key(name: &str) -> String {
    fold(name.trim().trim_end_matches('.'))
}

/// The English title of a column, as this shop writes it.
pub(super) fn title(column: Column) -> &'static str {
    TABLE.titles.get(&(column.key(), "en")).copied().unwrap_or_default()
}

/// The names of all columns in a language, for a sentence.
pub(super) fn known_titles(lang: Lang) -> String {
    let origin = match lang {
        Lang::It => "it",
        Lang::En => "en",
    };
    let in_language = |column: &Column| TABLE.titles.get(&(column.key(), origin)).copied();
    let titles: Vec<&str> =
        Column::ALL.iter().map(|column| in_language(column).unwrap_or_else(|| title(*column))).collect();
    titles.join(", ")
}

/// The unit that a name stands for, in any of the languages.
pub(super) fn find_unit(name: &str) -> Option<Unit> {
    TABLE.units.get(&unit_key(name)).copied()
}

/// What a title stands for; `None` when it is not known.
pub(super) fn find_title(title: &str) -> Option<KnownTitle<'_>> {
    // Keys of further fields keep their case: `Meta: name_en`.
    if let Some((prefix, key)) = title.split_once(':')
        && TABLE.meta.contains(&name_key(prefix))
    {
        return further_field(key.trim());
    }
    let split = split_unit(title);
    // "Peso ()" is not "Peso": something was meant.
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

/// What a name without unit stands for, and whether it is an alias.
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

/// Takes `Weight (kg)`, `Weight [kg]`, `Weight kg` and `Price €` apart.
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
