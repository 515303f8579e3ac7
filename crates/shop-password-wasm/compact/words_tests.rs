use super::words::{pack, unpack};

fn lists() -> String {
    let words = |salt: u32| {
        let word = move |n: u32| {
            (0..4 + n % 5).map(move |at| char::from(b'a' + (n * n * (at + salt) % 26) as u8)).collect::<String>()
        };
        (0..500).map(word).collect::<Vec<_>>().join(",")
    };
    [words(1), words(3), "passw0rd,don't,$$$".to_owned()].join("\n")
}

#[test]
fn packed_lists_come_back() {
    for text in [&lists(), "", ",", "\n\n", "a,a,a", "zażółć"] {
        let packed = pack(text.as_bytes()).unwrap();
        assert_eq!(unpack(&packed), text.as_bytes(), "{}", text.len());
    }
}

#[test]
fn packed_lists_are_smaller() {
    let text = lists();
    assert!(pack(text.as_bytes()).unwrap().len() * 2 < text.len());
}

#[test]
fn too_many_letters_are_refused() {
    assert!(pack(&(0..80).collect::<Vec<u8>>()).is_some());
    assert!(pack(&(0..81).collect::<Vec<u8>>()).is_none());
}
