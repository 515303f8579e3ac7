use proptest::prelude::*;

use super::*;

#[test]
fn formulas_are_guarded_and_come_back() {
    for (text, cell) in [
        ("=1+1", "'=1+1"),
        ("+39 02", "'+39 02"),
        ("-5", "'-5"),
        ("@x", "'@x"),
        ("\tx", "'\tx"),
        ("\rx", "'\rx"),
        ("'=x", "''=x"),
        ("'n drangheta", "'n drangheta"),
        ("a=b", "a=b"),
        ("", ""),
    ] {
        assert_eq!(guard_formula(text.to_owned()), cell);
        assert_eq!(unguard_formula(cell), text);
    }
}

#[test]
fn lists_split_at_commas_unless_escaped() {
    assert_eq!(read_list(r"Blue, Green\, dark,, Red , Blue"), ["Blue", "Green, dark", "Red"]);
    assert_eq!(read_list(" "), Vec::<String>::new());
    assert_eq!(read_list(r"C:\temp, a\\, b"), [r"C:\temp", r"a\", "b"]);
}

#[test]
fn category_paths_are_split_and_empty_levels_refused() {
    let path = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    assert_eq!(
        read_category_paths(r"Clothing > Hoodies, Sali\, pepe, A \> B > C"),
        Some(vec![path(&["Clothing", "Hoodies"]), path(&["Sali, pepe"]), path(&["A > B", "C"])])
    );
    for broken in ["A > ", "> B", "A >> B", "A, B > > C"] {
        assert_eq!(read_category_paths(broken), None, "{broken}");
    }
}

#[test]
fn names_are_split_before_their_entities_are_read() {
    assert_eq!(read_names("Oli &amp; Aceti, A&#44; B, &nbsp;, Oli & Aceti"), ["Oli & Aceti", "A, B"]);
    let path = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    assert_eq!(
        read_category_paths(r"Oli &amp; Aceti > A &gt; B, Sali\, pepe &amp; co"),
        Some(vec![path(&["Oli & Aceti", "A > B"]), path(&["Sali, pepe & co"])])
    );
    assert_eq!(read_category_paths("A > &nbsp;"), None, "a level without a name");
    assert_eq!(write_names(&["Oli & Aceti", "&amp;", "a, b"]), r"Oli & Aceti, &amp;amp;, a\, b");
}

#[test]
fn long_texts_read_the_platforms_line_breaks() {
    assert_eq!(read_long_text(r"one\ntwo"), "one\ntwo");
    assert_eq!(read_long_text(r"C:\\new"), r"C:\new");
    assert_eq!(read_long_text("real\nbreak \\ x\\"), "real\nbreak \\ x\\");
}

#[test]
fn a_reduction_starts_with_its_first_day_and_holds_through_its_last() {
    assert_eq!(read_sale_start("1970-01-02"), Some(82_800), "midnight in Rome");
    assert_eq!(read_sale_end("1970-01-02"), Some(82_800 + 86_400));
    assert_eq!(read_sale_start("1970-01-01 8:05"), Some(7 * 3600 + 300));
    assert_eq!(
        read_sale_end("1970-01-01T23:59:59Z"),
        Some(86_400),
        "the last second counts, in UTC where the file says so"
    );
    assert_eq!(read_sale_end("2026-03-29"), Some(1_774_738_800 + 23 * 3600), "a day of 23 hours");
    assert_eq!(write_sale_end(82_800), "1970-01-01");
    assert_eq!(write_sale_start(1), "1970-01-01 01:00:01");
    assert_eq!(write_sale_start(1_792_892_700), "2026-10-25 01:45:00Z", "the hour that comes twice");
}

#[test]
fn what_is_no_date_is_refused() {
    for text in [
        "",
        "31/12/2026",
        "2026-02-30",
        "2026-13-01",
        "26-01-01",
        "2026-1",
        "2026-01-01 25:00",
        "2026-01-01 x",
        "2026-01-+1",
        "tomorrow",
    ] {
        assert_eq!(read_sale_start(text), None, "{text}");
    }
}

proptest! {
    #[test]
    fn any_text_survives_the_formula_guard(text in "['=+@\t\r\\-]{0,4}.{0,8}") {
        let cell = guard_formula(text.clone());
        prop_assert_eq!(unguard_formula(&cell), text);
    }

    #[test]
    fn any_list_survives(values in prop::collection::btree_set(r"[a-c\\,>]{1,6}", 0..5)) {
        let values: Vec<String> = values.into_iter().collect();
        prop_assert_eq!(read_list(&write_list(&values)), values);
    }

    #[test]
    fn any_names_survive(names in prop::collection::btree_set(r"([a-c\\,>&;#]|&amp;|&#38;){1,6}", 0..5)) {
        let names: Vec<String> = names.into_iter().collect();
        prop_assert_eq!(read_names(&write_names(&names)), names);
    }

    #[test]
    fn any_category_paths_survive(paths in prop::collection::btree_set(prop::collection::vec(r"([a-c\\,>&;]|&amp;|&gt;){1,5}", 1..4), 0..4)) {
        let paths: Vec<Vec<String>> = paths.into_iter().collect();
        prop_assert_eq!(read_category_paths(&write_category_paths(&paths)), Some(paths));
    }

    #[test]
    fn any_long_text_survives(text in r"[an\\\n ]{0,12}") {
        prop_assert_eq!(read_long_text(&write_long_text(&text)), text);
    }

    #[test]
    fn any_moment_survives(moment in 0_i64..250_000_000_000) {
        prop_assert_eq!(read_sale_start(&write_sale_start(moment)), Some(moment));
        prop_assert_eq!(read_sale_end(&write_sale_end(moment)), Some(moment));
    }
}
