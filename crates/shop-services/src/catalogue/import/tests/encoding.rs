use super::*;

fn text(bytes: &[u8]) -> String {
    String::from_utf8(decode_file(bytes.to_vec(), |_| 0).unwrap()).unwrap()
}

fn utf_16(text: &str, little: bool) -> Vec<u8> {
    text.encode_utf16().flat_map(|unit| if little { unit.to_le_bytes() } else { unit.to_be_bytes() }).collect()
}

const SAMPLE: &str = "SKU;Name;Categorie\r\n1;Caffè «Crema» – 5 €;Caffè\r\n";

#[test]
fn utf_8_is_read_with_and_without_its_mark() {
    assert_eq!(text(SAMPLE.as_bytes()), SAMPLE);
    assert_eq!(text(format!("\u{feff}{SAMPLE}").as_bytes()), SAMPLE);
}

#[test]
fn utf_16_is_read_in_both_orders_with_and_without_its_mark() {
    for little in [true, false] {
        assert_eq!(text(&utf_16(&format!("\u{feff}{SAMPLE}"), little)), SAMPLE, "{little}");
        assert_eq!(text(&utf_16(SAMPLE, little)), SAMPLE, "{little}");
    }
}

#[test]
fn windows_1252_is_read_with_its_quotes_dashes_and_euro() {
    let (bytes, _, _) = WINDOWS_1252.encode(SAMPLE);
    assert_eq!(text(&bytes), SAMPLE);
}

#[test]
fn another_code_page_is_told_by_the_column_names_that_it_makes_known() {
    let header = "ID;Тип;Артикул;Имя\n1;simple;а-1;Сыр\n";
    let (bytes, _, _) = WINDOWS_1251.encode(header);
    let known = |line: &[u8]| usize::from(String::from_utf8_lossy(line).contains("Артикул"));
    assert_eq!(decode_file(bytes.into_owned(), known).unwrap(), header.as_bytes());
}

#[test]
fn a_utf_8_file_with_a_broken_row_stays_utf_8() {
    let bytes = b"SKU,Name\n1,Caff\xc3\xa8 e t\xc3\xa8\n2,Caff\xe8\n";
    assert_eq!(decode_file(bytes.to_vec(), |_| 0).unwrap(), bytes);
}

#[test]
fn a_workbook_is_named_as_one() {
    for bytes in [&b"PK\x03\x04\x14\0\x06\0"[..], b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"] {
        assert_eq!(decode_file(bytes.to_vec(), |_| 0), Err(HeaderError::Workbook));
    }
}

#[test]
fn what_is_no_text_is_refused() {
    for bytes in [&b"\x1f\x8b\x08\0\0\0\0\0\0\x03\xcb\xcf\xcc\x01\0"[..], b"SKU\xe8\x01\x02", b"\xff\xfeS\0\0\xd8K\0"] {
        assert_eq!(decode_file(bytes.to_vec(), |_| 0), Err(HeaderError::NotText), "{bytes:?}");
    }
}
