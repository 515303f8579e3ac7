use super::patterns::{FancyRegex, Regex};

const PATTERNS: [&str; 3] =
    [r"19[0-9]{2}|20[0-9]{2}", r"^[0-9]{4,8}$", r"^([0-9]{1,4})([\s/\\_.-])([0-9]{1,2})([\s/\\_.-])([0-9]{1,4})$"];
const REPEATS: [&str; 3] = [r"(.+)\1+", r"(.+?)\1+", r"^(.+?)\1+$"];

/// Short texts of few letters, so that they include repeats, years and dates.
fn texts() -> impl Iterator<Item = String> {
    let mut state = 1_u64;
    let mut next = move |limit: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % limit
    };
    let alphabets = ["ab", "aàb\n", "0129", "1209./-_\\", "19 /\u{2003}2", "a1", "19202", "😀b"]
        .map(|set| set.chars().collect::<Vec<char>>());
    (0..40_000).map(move |at| {
        let alphabet = &alphabets[at % alphabets.len()];
        (0..next(14)).map(|_| alphabet[next(alphabet.len())]).collect()
    })
}

#[test]
fn patterns_match_what_the_engine_matches() {
    for pattern in PATTERNS {
        let (ours, engine) = (Regex::new(pattern).unwrap(), regex::Regex::new(pattern).unwrap());
        let mut matches = 0;
        for text in texts() {
            let expected: Vec<Vec<(usize, &str)>> = engine
                .captures_iter(&text)
                .map(|found| found.iter().flatten().map(|group| (group.start(), group.as_str())).collect())
                .collect();
            let found: Vec<Vec<(usize, &str)>> = ours
                .captures_iter(&text)
                .map(|found| found.iter().flatten().map(|group| (group.start(), group.as_str())).collect())
                .collect();
            assert_eq!(found, expected, "{pattern} {text:?}");
            assert_eq!(ours.is_match(&text), engine.is_match(&text), "{pattern} {text:?}");
            matches += expected.len();
        }
        assert!(matches > 50, "{pattern}: {matches}");
    }
}

#[test]
fn repeats_match_what_the_engine_matches() {
    for pattern in REPEATS {
        let (ours, engine) = (FancyRegex::new(pattern).unwrap(), fancy_regex::Regex::new(pattern).unwrap());
        let mut matches = 0;
        for text in texts() {
            let expected = engine.captures(&text).unwrap();
            let expected =
                expected.map(|found| [0, 1].map(|at| found.get(at).map(|group| (group.start(), group.end())).unwrap()));
            let found = ours.captures(&text).unwrap();
            let found =
                found.map(|found| [0, 1].map(|at| found.get(at).map(|group| (group.start(), group.end())).unwrap()));
            assert_eq!(found, expected, "{pattern} {text:?}");
            matches += usize::from(expected.is_some());
        }
        assert!(matches > 50, "{pattern}: {matches}");
    }
}

#[test]
fn another_pattern_is_refused() {
    assert!(Regex::new("[0-9]").is_err());
    assert!(FancyRegex::new(r"(.)\1").is_err());
}
