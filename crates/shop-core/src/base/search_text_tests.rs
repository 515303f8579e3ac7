use proptest::prelude::*;

use super::*;

const APOSTROPHES: &str = "\'’‘‛´`ʼʻ′＇";
const HYPHENS: &str = "-‐‑‒–—―−－";
const SPACES: &str = " \u{a0}\u{2009}\u{202f}\u{3000}\t";

fn finds(typed: &str, stored: &str) -> bool {
    SearchText::new(typed).matches(stored)
}

#[test]
fn every_apostrophe_finds_every_other_and_none() {
    for stored in APOSTROPHES.chars() {
        let name = format!("Crema dell{stored}alveare");
        for typed in APOSTROPHES.chars() {
            assert!(finds(&format!("dell{typed}alveare"), &name), "{typed} {name}");
        }
        assert!(finds("dellalveare", &name) && finds("dell alveare", &name) && finds("alveare", &name), "{name}");
        assert!(SearchText::new("alv").begins_words_of(&name) && SearchText::new("dellalv").begins_words_of(&name));
    }
    assert!(finds("dell'alveare", "Crema dell alveare"));
}

#[test]
fn every_hyphen_finds_every_other_and_a_space() {
    for stored in HYPHENS.chars().chain(SPACES.chars()) {
        for typed in HYPHENS.chars().chain(SPACES.chars()) {
            assert!(finds(&format!("jean{typed}luc"), &format!("Jean{stored}Luc")), "{typed:?} {stored:?}");
        }
    }
    assert!(!finds("natale-10", "10 a Natale"), "what stands together is looked for together");
}

#[test]
fn letters_are_found_however_they_are_written() {
    for (typed, stored) in [
        ("oeuf", "Œuf"),
        ("œuf", "Oeuf"),
        ("caesar", "Cæsar"),
        ("strasse", "Straße"),
        ("STRAẞE", "Strasse"),
        ("caffe", "CAFFÈ"),
        ("caffe\u{300}", "Caffè"),
        ("caffè", "Caffe\u{300}"),
        ("ＣＡＦＦＥ", "caffè"),
        ("caffe", "ｃａｆｆｅ"),
        ("filetti", "ﬁletti"),
        ("sof\u{ad}fice", "soffice"),
        ("rossi & figli", "Rossi e Figli"),
        ("rossi e figli", "Rossi & Figli"),
        ("rossi and figli", "Rossi&Figli"),
        ("rossi et figli", "Rossi & Figli"),
        ("rossi&figli", "Rossi and Figli"),
        ("figli rossi", "Rossi & Figli"),
    ] {
        assert!(finds(typed, stored), "{typed} {stored}");
    }
}

#[test]
fn percent_underscore_and_backslash_are_letters() {
    for sign in ["%", "_", "\\"] {
        assert!(finds(sign, &format!("70{sign} cacao")) && !finds(sign, "70 cacao"), "{sign}");
        assert!(finds(&format!("70{sign}"), &format!("70{sign} cacao")) && !finds(&format!("70{sign}"), "700 cacao"));
    }
}

#[test]
fn connectors_alone_are_searched_for() {
    assert_eq!(search_words("e"), ["e"]);
    assert_eq!(search_words("&"), ["&"]);
    assert_eq!(search_words("vitamina e"), ["vitamina"]);
    assert!(finds("&", "Olio & aceto") && !finds("&", "Olio"));
}

#[test]
fn punctuation_around_words_does_not_count() {
    assert_eq!(search_words(" (olio), «nero»! "), ["olio", "nero"]);
    assert_eq!(search_words("?"), ["?"]);
    assert_eq!(search_words(" \t\u{a0}"), [] as [String; 0]);
    assert!(finds("", "Olio") && finds(" \u{a0}", "Olio") && !finds("?", "Olio"));
}

proptest! {
    #[test]
    fn a_name_is_found_by_whatever_variant_of_it_is_typed(
        words in prop::collection::vec("[a-zàèéìòùçñœæß0-9%]{1,8}", 1..5),
        joints in prop::collection::vec(0_usize..3, 4),
        signs in prop::collection::vec((0_usize..64, 0_usize..64), 4),
        upper: bool, plain: bool, backwards: bool,
    ) {
        let pick = |set: &str, n: usize| set.chars().nth(n % set.chars().count()).unwrap_or(' ');
        let (mut stored, mut typed) = (String::new(), String::new());
        for (n, word) in words.iter().enumerate() {
            if n > 0 {
                let set = [SPACES, APOSTROPHES, HYPHENS][joints[n - 1]];
                stored.push(pick(set, signs[n - 1].0));
                typed.push(pick(set, signs[n - 1].1));
            }
            stored.push_str(word);
            typed.push_str(&if plain { fold(word) } else { word.clone() });
        }
        if upper {
            typed = typed.to_uppercase();
        }
        if backwards {
            let mut parts: Vec<&str> = typed.split_whitespace().collect();
            parts.reverse();
            typed = parts.join(" ");
        }
        prop_assert!(finds(&typed, &stored), "{} does not find {}", typed, stored);
        prop_assert!(finds(&stored, &typed), "{} does not find {}", stored, typed);
    }

    #[test]
    fn folding_twice_changes_nothing_more(text in ".{0,40}") {
        let key = search_key(&text);
        prop_assert_eq!(search_key(&key), key.clone());
        let by_character: String = text.chars().map(|c| search_key(&c.to_string())).collect();
        prop_assert_eq!(by_character, key, "each character is folded by itself, as databases do it");
    }
}

#[test]
fn few_characters_are_changed_so_that_databases_can_repeat_it() {
    let changed: Vec<(char, String)> = changed_characters().collect();
    assert!(changed.len() < 700, "{}", changed.len());
    assert!(changed.iter().all(|(_, key)| !key.contains(['\'', '?', '$', '\\'])), "nothing that SQL reads otherwise");
}
