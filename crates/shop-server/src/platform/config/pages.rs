//! Generated pages: the lists of all settings and of all kinds of personal data are written by the program, from the code that
//! declares them.

use shop_core::base::Lang;
use shop_services::platform::settings::{ShopSettings, localized, sections};
use shop_services::privacy::register::stored_data;

use super::table::SETTINGS;

/// Folder of all crates.
const CRATES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// Formats a table row, escaping bars.
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
        let label = localized(one.label, Lang::En);
        let hint = one.hint.map(|hint| format!(" ({})", localized(hint, Lang::En))).unwrap_or_default();
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
    for data in stored_data() {
        let setting = data.time.setting().map(|name| format!(" ({})", coded(name))).unwrap_or_default();
        let tables: Vec<String> = data.tables.iter().map(|table| coded(table)).collect();
        out.push_str(&row(&[
            localized(data.name, lang),
            &tables.join(", "),
            &format!("{}: {}", localized(data.why, lang), data.basis.text(lang)),
            &data.recipients_text(lang),
            &format!("{}{setting}", data.time.text(&times, lang)),
            &data.download.text(lang),
            &data.erasure.text(lang),
        ]));
    }
    out
}

/// Returns the pages below [`CRATES`]: file, introduction, and list.
fn pages() -> [(&'static str, &'static str, String); 3] {
    [
        (
            "shop-server/src/platform/config/SETTINGS.md",
            "# Settings of the process\n\nEach is a line of `shop.toml` or an environment variable; `shop config` prints its value.\n",
            of_the_process(),
        ),
        (
            "shop-services/src/platform/settings/SETTINGS.md",
            "# Settings of the shop\n\nThe back office changes them, and so does `shop apply FILE`. A dot leads into an object of the JSON document.\n",
            of_the_shop(),
        ),
        (
            "shop-services/src/privacy/register/PERSONAL_DATA.md",
            "# Personal data\n\nThe register of processing (GDPR art. 30) with the retention times of a new shop.\n",
            of_personal_data(),
        ),
    ]
}

#[test]
fn the_pages_list_every_setting_and_all_personal_data() {
    for (file, heading, list) in pages() {
        let path = format!("{CRATES}/{file}");
        let page = format!("{heading}\n{list}");
        if std::env::var_os("UPDATE_PAGES").is_some() {
            std::fs::write(path, page).unwrap();
        } else {
            assert!(
                std::fs::read_to_string(path).unwrap() == page,
                "{file} is stale: run this test with UPDATE_PAGES=1"
            );
        }
    }
}
