use proptest::prelude::*;

use super::*;

fn fields(form: &ThemeForm) -> Vec<String> {
    Theme::check(form).unwrap_err().into_iter().map(|error| error.field).collect()
}

fn look_of(theme: &str) -> Option<ThemeLook> {
    sent(&format!(r#"{{"type":"bottega_theme","theme":{theme}}}"#))
}

fn sent(message: &str) -> Option<ThemeLook> {
    preview(message, "https://shop.example.it", "https://shop.example.it", &[])
}

const LOGO: &str = "/pictures/0f3a-640.webp";

#[test]
fn an_empty_form_is_the_shop_as_it_is_made_and_changes_nothing() {
    let theme = Theme::check(&ThemeForm::default()).unwrap();
    assert_eq!(theme, Theme::default());
    assert_eq!((theme.style_sheet(), theme.look().logo), (String::new(), None));
    assert_eq!(Theme::check(&theme.form()).unwrap(), theme);
    assert!(theme.contrasts().iter().all(|pair| pair.enough), "{:?}", theme.contrasts());
}

#[test]
fn the_shop_as_it_is_made_is_what_its_style_sheets_say() {
    let tokens = include_str!("../../../../../web/src/styles/tokens.css");
    let variable = |name: &str| {
        let rest = tokens.split_once(&format!("  {name}:")).unwrap().1;
        rest.split_once(';').unwrap().0.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let made = Theme::default();
    for (name, value) in [
        ("--paper", made.paper.hex()),
        ("--ink", made.ink.hex()),
        ("--green", made.brand.hex()),
        ("--aubergine", made.highlight.hex()),
        ("--accent", made.accent.hex()),
        ("--on-accent", made.ink.hex()),
        ("--error", look::ERROR.hex()),
        ("--serif", made.heading_font.families().to_owned()),
        ("--sans", made.text_font.families().to_owned()),
        ("--text-base", format!("{}%", made.text_size)),
        ("--radius-m", format!("{}px", made.corner_px)),
        ("--logo-size", format!("{}px", made.logo_size_px)),
    ] {
        assert_eq!(variable(name), value, "{name}");
    }
}

#[test]
fn a_chosen_colour_brings_those_that_follow_from_it() {
    let form = ThemeForm { brand: "#7A1F2B".into(), corner: "4".into(), ..ThemeForm::default() };
    let css = Theme::check(&form).unwrap().style_sheet();
    assert_eq!(
        css,
        ":root{--green:#7a1f2b;--green-deep:#59171f;--green-soft:#eee2de;--radius-s:2px;--radius-m:4px;--radius-l:7px;}\n"
    );
}

#[test]
fn what_is_no_value_of_its_field_is_refused_by_name() {
    let empty = ThemeForm::default;
    for (wrong, field) in [
        (ThemeForm { paper: "white".into(), ..empty() }, "paper"),
        (ThemeForm { ink: "#000;}*{display:none}".into(), ..empty() }, "ink"),
        (ThemeForm { accent: "url(https://evil.example/x)".into(), ..empty() }, "accent"),
        (ThemeForm { heading_font: "Comic Sans".into(), ..empty() }, "heading_font"),
        (ThemeForm { text_font: "figtree;}".into(), ..empty() }, "text_font"),
        (ThemeForm { text_size: "300".into(), ..empty() }, "text_size"),
        (ThemeForm { text_size: "1e2".into(), ..empty() }, "text_size"),
        (ThemeForm { corner: "-1".into(), ..empty() }, "corner"),
        (ThemeForm { logo_size: "400".into(), ..empty() }, "logo_size"),
    ] {
        assert_eq!(fields(&wrong), [field]);
    }
}

#[test]
fn a_logo_is_a_picture_of_the_shops_own() {
    let form = |logo: &str| ThemeForm {
        logo: logo.into(),
        logo_width: "640".into(),
        logo_height: "160".into(),
        ..ThemeForm::default()
    };
    assert!(Theme::check(&form(LOGO)).unwrap().logo.is_some());
    for wrong in [
        "https://evil.example/logo.webp",
        "//evil.example/pictures/a.webp",
        "/pictures/../admin/x.webp",
        "/pictures/a/b.webp",
        "/pictures/.webp",
        "/pictures/a.svg",
        "/pictures/a.webp?x",
        "/pictures/a.webp#x",
        "javascript:alert(1)",
        "data:image/webp;base64,AAAA",
        "/pictures/a\").webp",
    ] {
        assert_eq!(fields(&form(wrong)), ["logo"], "{wrong}");
    }
    assert_eq!(fields(&ThemeForm { logo_width: String::new(), ..form(LOGO) }), ["logo"]);
}

#[test]
fn text_that_cannot_be_read_is_told_with_its_ratio_and_not_saved() {
    let pale = ThemeForm { brand: "#7fb89a".into(), accent: "#b5592f".into(), ..ThemeForm::default() };
    let errors = Theme::check(&pale).unwrap_err();
    assert_eq!(
        errors.iter().map(|error| error.field.as_str()).collect::<Vec<_>>(),
        ["brand", "brand", "brand", "accent"]
    );
    let minimums: Vec<&str> = errors.iter().map(|error| error.params["minimum"].as_str()).collect();
    assert_eq!(minimums, ["4,5", "4,5", "4,5", "3"]);
    let middling = ThemeForm { accent: "#757575".into(), ink: "#3d3d3d".into(), ..ThemeForm::default() };
    let theme = Theme::parse(&middling).unwrap();
    let on_accent = theme.contrasts().pop().unwrap();
    assert_eq!((on_accent.pair.as_str(), on_accent.enough), ("text_on_accent", true), "white is read on it");
    let neither = ThemeForm { accent: "#7f7f7f".into(), ..ThemeForm::default() };
    assert_eq!(fields(&neither), ["accent"], "neither the text's colour nor white is read on it");
}

#[test]
fn errors_marks_and_rings_around_the_focus_are_judged_as_text_is() {
    let failed = |form: ThemeForm| -> Vec<String> {
        let pairs = Theme::parse(&form).unwrap().contrasts();
        pairs.into_iter().filter(|pair| !pair.enough).map(|pair| pair.pair).collect()
    };
    assert_eq!(failed(ThemeForm::default()), Vec::<String>::new());
    assert!(failed(ThemeForm { accent: "#1d5a46".into(), ..ThemeForm::default() }).contains(&"ring_on_brand".into()));
    assert!(failed(ThemeForm { paper: "#c9b9a0".into(), ..ThemeForm::default() }).contains(&"error_on_paper".into()));
    assert!(failed(ThemeForm { brand: "#56756a".into(), ..ThemeForm::default() }).contains(&"brand_on_tint".into()));
}

#[test]
fn a_message_of_the_window_around_the_preview_becomes_a_look() {
    let look = look_of(r##"{"paper":"#ffffff","heading_font":"georgia"}"##).unwrap();
    assert!(look.variables.iter().any(|one| one.name == "--paper" && one.value == "#ffffff"));
    assert_eq!(look.logo, None);
    assert_eq!(look_of("{}").unwrap().variables, []);
    let far =
        preview(r#"{"type":"bottega_theme","theme":{}}"#, "https://a.it", "https://b.it", &["https://a.it".into()]);
    assert!(far.is_some(), "the origin that the merchant named");
}

#[test]
fn a_message_from_any_other_origin_changes_nothing() {
    let good = r#"{"type":"bottega_theme","theme":{}}"#;
    for (origin, allowed) in [
        ("https://evil.example", vec!["https://editor.example".to_owned()]),
        ("https://editor.example.evil.net", vec!["https://editor.example".to_owned()]),
        ("http://shop.example.it", vec![]),
        ("https://shop.example.it:8443", vec![]),
        ("null", vec!["null".to_owned()]),
        ("", vec![String::new()]),
    ] {
        assert_eq!(preview(good, origin, "https://shop.example.it", &allowed), None, "{origin}");
    }
    assert_eq!(preview(good, "null", "null", &[]), None, "a frame without an origin is nobody");
    assert_eq!(preview(good, "", "", &[]), None);
}

#[test]
fn a_hostile_message_changes_nothing() {
    for theme in [
        r#"{"paper":"red"}"#,
        r##"{"paper":"#fff;}body{background:url(https://evil.example)}"}"##,
        r##"{"paper":["#ffffff"]}"##,
        r#"{"paper":16777215}"#,
        r#"{"paper":null}"#,
        r##"{"paper":"#ffffff","paper":"#000000"}"##,
        r##"{"paper":"#777777"}"##,
        r#"{"heading_font":"<script>alert(1)</script>"}"#,
        r#"{"text_font":"x\"; } * { display: none } /*"}"#,
        r#"{"text_size":"100px;position:fixed"}"#,
        r#"{"logo":"https://evil.example/a.webp","logo_width":"1","logo_height":"1"}"#,
        r#"{"logo":"javascript:alert(1)","logo_width":"1","logo_height":"1"}"#,
        r#"{"css":"*{display:none}"}"#,
        r##"{"__proto__":{"paper":"#ffffff"}}"##,
        r##"{"--paper":"#ffffff"}"##,
        "[]",
        "null",
        "\"x\"",
    ] {
        assert_eq!(look_of(theme), None, "{theme}");
    }
    let huge = format!(r##"{{"paper":"#ffffff","ink":"{}"}}"##, "0".repeat(8192));
    for message in [
        "",
        "x",
        "{}",
        "[]",
        r#"{"type":"bottega_theme"}"#,
        r#"{"theme":{}}"#,
        r#"{"type":"other","theme":{}}"#,
        r#"{"type":"bottega_theme","theme":{},"then":"alert(1)"}"#,
        r#"{"type":"bottega_theme","type":"bottega_theme","theme":{}}"#,
        r#"{"type":"bottega_theme","theme":{}} "#.trim_end().trim_end_matches('}'),
        huge.as_str(),
        &"[".repeat(5000),
    ] {
        assert_eq!(sent(message), None, "{message:.80}");
    }
}

#[test]
fn the_window_around_the_preview_is_named_as_a_browser_names_it() {
    for origin in ["", "https://editor.example.com", "https://a.it:8443", "http://localhost:3000", "http://127.0.0.1"] {
        assert_eq!(check_preview_origin(&format!(" {origin} ")).unwrap(), origin);
    }
    for wrong in [
        "editor.example.com",
        "http://editor.example.com",
        "https://*.example.com",
        "https://example.com/",
        "https://example.com/x",
        "https://user@example.com",
        "https://example.com:443",
        "https://example.com:0",
        "https://example.com:08",
        "https://EXAMPLE.com",
        "https://example.com; script-src *",
        "https://a.it https://b.it",
        "https://localhost.",
        "https://-a.it",
        "https://",
        "*",
        "null",
        "'self'",
        "data:",
    ] {
        assert!(check_preview_origin(wrong).is_err(), "{wrong}");
    }
}

proptest! {
    #[test]
    fn whatever_is_sent_nothing_but_named_values_comes_of_it(texts in proptest::collection::vec(any::<String>(), 5)) {
        let form = ThemeForm {
            paper: texts[0].clone(),
            accent: texts[1].clone(),
            text_font: texts[2].clone(),
            corner: texts[3].clone(),
            logo: texts[4].clone(),
            ..ThemeForm::default()
        };
        if let Ok(theme) = Theme::check(&form) {
            let css = theme.style_sheet();
            let [opened, closed] = ['{', '}'].map(|brace| css.matches(brace).count());
            let clean = opened == closed && opened <= 1 && !css.contains('<') && !css.contains("url");
            prop_assert!(clean, "{}", css);
        }
    }

    #[test]
    fn a_checked_theme_reads_back_as_it_was(red in any::<u8>(), corner in 0_i64..=16, size in 90_i64..=115) {
        let theme = Theme { accent: HexColor([red, 0xf0, 0xf0]), corner_px: corner, text_size: size, ..Theme::default() };
        prop_assert_eq!(Theme::parse(&theme.form()).unwrap(), theme);
    }
}
