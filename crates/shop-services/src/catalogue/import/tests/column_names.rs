use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;

const LANGUAGES: [&str; 10] = ["en", "it", "de", "fr", "es", "pt", "pt-BR", "nl", "pl", "ru"];

fn fixed(title: &str) -> Option<Column> {
    match find_title(title)?.name {
        ColumnName::Fixed(column) => Some(column),
        _ => None,
    }
}

#[test]
fn every_name_of_the_table_stands_for_its_column_alone() {
    let mut seen = BTreeMap::new();
    for (key, origin, name) in entries() {
        let is_unit = key.starts_with("unit_");
        assert!(LANGUAGES.contains(&origin) || ["old", "also"].contains(&origin), "{origin}");
        let known = is_unit || key == "meta" || meaning(key).is_some();
        assert!(known, "{key} is no column");
        let form = if is_unit { format!("unit {}", unit_key(name)) } else { name_key(name) };
        let before = seen.insert(form, key);
        assert!(before.is_none_or(|before| before == key), "{name}: {before:?} and {key}");
        if let Some(Meaning::Fixed(column)) = meaning(key) {
            assert_eq!(fixed(name), Some(column), "{name}");
        }
    }
}

#[test]
fn every_column_has_an_english_name_and_most_have_one_in_each_language() {
    for column in Column::ALL {
        assert!(!column.title().is_empty(), "{column:?}");
    }
    // Where a language uses the English name the table has no line for it.
    for language in LANGUAGES {
        let count = entries().filter(|(_, origin, _)| *origin == language).count();
        assert!(count > 20, "{language}: {count}");
    }
}

#[test]
fn names_are_read_without_regard_to_case_accents_signs_and_kinds_of_spaces() {
    for title in [
        "Visibilità nel catalogo",
        "visibilita NEL catalogo",
        "  Visibilità\u{a0}nel\u{a0}\u{a0}catalogo ",
        "\"Visibilità nel catalogo\"",
        "visibilità_nel_catalogo:",
    ] {
        assert_eq!(fixed(title), Some(Column::Visibility), "{title}");
    }
    assert_eq!(fixed("Mis en avant\u{a0}?"), Some(Column::Featured));
    assert_eq!(fixed("Classe d'expédition"), Some(Column::ShippingClass));
    assert_eq!(fixed("regular_price"), Some(Column::RegularPrice));
    assert_eq!(fixed("GTIN UPC EAN or ISBN"), Some(Column::Gtin));
}

#[test]
fn numbered_names_are_read_in_the_order_of_each_language() {
    for (title, name) in [
        ("Attribute 1 value(s)", ColumnName::Attribute(1, AttributeField::Values)),
        ("Attributo 1 nome", ColumnName::Attribute(1, AttributeField::Name)),
        ("Nome dell’attributo 2", ColumnName::Attribute(2, AttributeField::Name)),
        ("Attribut 12 Wert(e)", ColumnName::Attribute(12, AttributeField::Values)),
        ("Valeur(s) de l’attribut 3 ", ColumnName::Attribute(3, AttributeField::Values)),
        ("Atributo visible 4", ColumnName::Attribute(4, AttributeField::Visible)),
        ("Atributo 4 visível", ColumnName::Attribute(4, AttributeField::Visible)),
        ("Visibilidade do atributo 4", ColumnName::Attribute(4, AttributeField::Visible)),
        ("Globale eigenschap 5", ColumnName::Attribute(5, AttributeField::Global)),
        ("Atrybut 6: wartość domyślna", ColumnName::Attribute(6, AttributeField::Default)),
        ("Атрибут 7 по умолчанию", ColumnName::Attribute(7, AttributeField::Default)),
        ("Download-1ID", ColumnName::Download(1, DownloadField::Id)),
        ("1-ID herunterladen", ColumnName::Download(1, DownloadField::Id)),
        ("URL de téléchargement 2", ColumnName::Download(2, DownloadField::Url)),
        ("Nome 3 download", ColumnName::Download(3, DownloadField::Name)),
    ] {
        assert_eq!(find_title(title).map(|found| found.name), Some(name), "{title}");
    }
}

#[test]
fn further_fields_keep_the_case_of_their_names() {
    for title in
        ["Meta: Name_EN", "meta:Name_EN", "Méta : Name_EN", "Metadados: Name_EN", "Pola: Name_EN", "Мета: Name_EN"]
    {
        assert_eq!(find_title(title).unwrap().name, ColumnName::Meta("Name_EN".to_owned()), "{title}");
    }
    assert_eq!(fixed("Meta: gtin"), Some(Column::Gtin));
    assert_eq!(fixed("Méta : brands"), Some(Column::Brands));
}

#[test]
fn units_are_taken_off_in_every_spelling() {
    for (title, unit) in [
        ("Peso (kg)", "kg"),
        ("Weight (lbs)", "lbs"),
        ("Gewicht [G]", "g"),
        ("Poids (livres)", "lbs"),
        ("Вес (кг)", "kg"),
        ("Weight oz.", "oz"),
        ("Hauteur (pouce)", "in"),
        ("Altezza\u{a0}(mm)", "mm"),
        ("Height (\")", "in"),
        ("Length (yd)", "yd"),
    ] {
        let found = find_title(title).unwrap();
        assert_eq!(find_unit(found.unit.unwrap()), Unit::find(unit), "{title}");
    }
}

#[test]
fn names_that_only_resemble_a_column_are_not_known() {
    for title in [
        "",
        "?",
        "Prezzo vecchio",
        "Prezo",
        "SKUs",
        "Name 2",
        "Attribute 0 name",
        "Attribute 501 name",
        "Attribute x name",
        "Attribute 1 2 name",
        "Attribute # name",
        "Attribute name",
        "Meta",
        "Meta:",
        "Peso kg lordo",
        "Nome (it",
        "Stock 1",
    ] {
        assert_eq!(find_title(title), None, "{title}");
    }
}

proptest! {
    #[test]
    fn no_title_stops_the_search(title in "(Attribute|Meta|Peso|[0-9]{0,30}|[(){}: #]|.){0,6}") {
        let _ = find_title(&title);
    }
}
