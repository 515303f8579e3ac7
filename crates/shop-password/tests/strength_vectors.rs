//! Compares the scores with the platform's checker (`tests/vectors/password_strength.json`).

use serde::Deserialize;

#[derive(Deserialize)]
struct File {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    password: String,
    words: Vec<String>,
    score: u8,
}

#[test]
fn scores_are_those_of_the_platform_and_never_kinder() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/password_strength.json");
    let file: File = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let mut stricter = 0;
    let mut kinder = 0;
    for case in &file.cases {
        let found = shop_password::score(&case.password, &case.words).score;
        if found != case.score {
            eprintln!("{:?} {:?}: {found}, not {}", case.password, case.words, case.score);
        }
        stricter += usize::from(found < case.score);
        kinder += usize::from(found > case.score);
    }
    assert_eq!(kinder, 0);
    assert!(stricter * 40 <= file.cases.len(), "{stricter} of {} are stricter", file.cases.len());
}
