//! The README's lists of settings and of personal data are those of the program.

use shop_core::base::Lang;
use shop_services::platform::settings::{ShopSettings, said, sections};
use shop_services::privacy::register::kept_data;

use super::table::SETTINGS;

const README: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md");

/// A row of a table; a bar would end its cell.
fn row(cells: &[&str]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
    format!("| {} |\n", cells.join(" | "))
}

fn coded(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("`{text}`") }
}

fn of_the_process() -> String {
    let mut out = row(&["in `shop.toml`", "variable", "without one", "meaning"]) + "| --- | --- | --- | --- |\n";
    for one in SETTINGS {
        out.push_str(&row(&[&coded(one.key), &coded(one.env), &coded(one.default), one.about]));
    }
    out
}

fn of_the_shop() -> String {
    let mut out = row(&["setting", "without one", "values", "meaning"]) + "| --- | --- | --- | --- |\n";
    let defaults = ShopSettings::default().document();
    for one in sections::all() {
        let default = defaults.pointer(&format!("/{}", one.name.replace('.', "/"))).map(ToString::to_string);
        let label = said(one.label, Lang::En);
        let hint = one.hint.map(|hint| format!(" ({})", said(hint, Lang::En))).unwrap_or_default();
        let default = coded(&default.unwrap_or_default());
        out.push_str(&row(&[&coded(one.name), &default, &one.values(), &format!("{label}{hint}")]));
    }
    out
}

fn of_personal_data() -> String {
    let heading = ["what", "tables", "why", "goes to", "kept for", "in the download", "when the account is deleted"];
    let mut out = row(&heading) + "| --- | --- | --- | --- | --- | --- | --- |\n";
    let times = ShopSettings::default().retention;
    let lang = Lang::En;
    for kept in kept_data() {
        let setting = kept.time.setting().map(|name| format!(" ({})", coded(name))).unwrap_or_default();
        let tables: Vec<String> = kept.tables.iter().map(|table| coded(table)).collect();
        out.push_str(&row(&[
            said(kept.name, lang),
            &tables.join(", "),
            &format!("{}: {}", said(kept.why, lang), kept.basis.said(lang)),
            &kept.recipients_said(lang),
            &format!("{}{setting}", kept.time.said(&times, lang)),
            &kept.download.said(lang),
            &kept.erasure.said(lang),
        ]));
    }
    out
}

/// Puts a list between its two marks.
fn filled(text: &str, mark: &str, list: &str) -> String {
    let begin = format!("<!-- {mark} -->\n");
    let (before, rest) = text.split_once(&begin).unwrap();
    let (_, after) = rest.split_once("<!-- end -->").unwrap();
    format!("{before}{begin}\n{list}\n<!-- end -->{after}")
}

#[test]
fn the_readme_lists_every_setting_and_what_is_kept_of_people() {
    let text = std::fs::read_to_string(README).unwrap();
    let whole = filled(&text, "settings of the process", &of_the_process());
    let whole = filled(&whole, "settings of the shop", &of_the_shop());
    let whole = filled(&whole, "personal data", &of_personal_data());
    if std::env::var_os("UPDATE_README").is_some() {
        std::fs::write(README, &whole).unwrap();
    } else {
        assert!(whole == text, "the README's lists are stale: run this test with UPDATE_README=1");
    }
}
