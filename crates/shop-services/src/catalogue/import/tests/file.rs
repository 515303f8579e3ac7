use super::*;

type Rows = Vec<(u64, Vec<String>)>;

fn read(text: &[u8]) -> (Rows, Vec<(u64, ProblemCode)>) {
    let file = read_file(text).unwrap();
    let cells = |record: &Record| record.cells.iter().map(str::to_owned).collect();
    let records = file.records.iter().map(|record| (record.line, cells(record))).collect();
    (records, file.broken.iter().map(|problem| (problem.line, problem.code)).collect())
}

#[test]
fn lines_are_counted_over_empty_lines_and_line_breaks_in_cells() {
    let (records, broken) = read(b"\xef\xbb\xbfa,b\r\n\r\n1,\"x\r\ny\"\r\n , \r\n\n2,z");
    let lines: Vec<u64> = records.iter().map(|(line, _)| *line).collect();
    assert_eq!((lines, broken), (vec![3, 7], vec![]));
    assert_eq!(records[0].1[1], "x\r\ny");
}

#[test]
fn rows_with_too_many_cells_are_broken() {
    let (records, broken) = read(b"a,b\n1,2,3\n4,5\n6,7,\n");
    assert_eq!(records.len(), 1);
    assert_eq!(broken, [(2, ProblemCode::CellCount), (4, ProblemCode::CellCount)]);
}

#[test]
fn cells_that_are_missing_at_the_end_of_a_row_are_empty() {
    let (records, broken) = read(b"a,b,c\n1\n2,x\n3,x,y\n");
    let lengths: Vec<usize> = records.iter().map(|(_, cells)| cells.len()).collect();
    assert_eq!((lengths, broken), (vec![1, 2, 3], vec![]));
}

#[test]
fn empty_rows_are_no_rows() {
    let (records, broken) = read("a;b;c\n1;2;3\n;;\n \u{a0};\t;\n\n;\n".as_bytes());
    assert_eq!((records.len(), broken), (1, vec![]));
}

#[test]
fn rows_end_with_any_kind_of_line_end_and_their_lines_are_counted() {
    for end in ["\n", "\r\n", "\r"] {
        let text = ["a,b", "1,2", "", "3,\"x", "y\"", "4,z,1", "5,6"].join(end);
        let (records, broken) = read(text.as_bytes());
        let lines: Vec<u64> = records.iter().map(|(line, _)| *line).collect();
        assert_eq!((lines, broken), (vec![2, 4, 7], vec![(6, ProblemCode::CellCount)]), "{end:?}");
    }
}

#[test]
fn a_missing_quote_does_not_swallow_rows_that_lack_cells() {
    let (records, broken) = read(b"a,b,c,d\n1,2,3\n4,\"open,6\n7,8,9\n10,11,12\n");
    assert_eq!((records.len(), broken), (3, vec![(3, ProblemCode::BadQuotes)]));
}

#[test]
fn a_first_line_may_name_the_separator() {
    for first in ["sep=;", "SEP=;", "\"sep=;\"", "sep=;;;"] {
        let text = format!("{first}\r\nGTIN, UPC;Name\r\n1,5;x\r\n2;y;z\r\n");
        let (records, broken) = read(text.as_bytes());
        assert_eq!((records[0].0, records[0].1[0].as_str()), (3, "1,5"), "{first}");
        assert_eq!(broken, [(4, ProblemCode::CellCount)]);
    }
    assert_eq!(read(b"sep=|\na|b\n1|2\n").0[0].1, ["1", "2"]);
    assert_eq!(read_file(&b"sep=;\nSKU\n"[..]).unwrap().header_line, 2);
}

#[test]
fn the_separator_is_the_one_by_which_most_columns_are_known() {
    for header in [
        "SKU;GTIN, UPC, EAN, o ISBN;Nome",
        "SKU\tGTIN, UPC, EAN, o ISBN\tNome",
        "SKU|GTIN, UPC, EAN, o ISBN|Nome",
        "SKU,\"GTIN, UPC, EAN, o ISBN\",Nome",
        "SKU,Meta: a;b;c;d,Nome",
    ] {
        assert_eq!(read_file(format!("{header}\n").as_bytes()).unwrap().header.len(), 3, "{header}");
    }
}

#[test]
fn a_missing_quote_breaks_its_own_row_and_not_the_rest_of_the_file() {
    // The second line joined with the third would have three cells.
    let (records, broken) =
        read(b"a,b,c\n1,\"open,2\n3,\"x\",4\n5,\"say \"\"hi\"\"\n\",7\n8,9\" tall,0\n8,\"9,end\n0,0,0\n");
    let lines: Vec<u64> = records.iter().map(|(line, _)| *line).collect();
    assert_eq!(lines, [3, 4, 6, 8]);
    assert_eq!(broken, [(2, ProblemCode::BadQuotes), (7, ProblemCode::BadQuotes)]);
    assert_eq!(records[1].1[1], "say \"hi\"\n");
}

#[test]
fn a_row_of_a_utf_8_file_that_is_not_utf_8_is_broken_alone() {
    let (records, broken) = read(b"a,b\n1,caff\xe8\n2,caff\xc3\xa8 e t\xc3\xa8\n");
    assert_eq!((records.len(), broken), (1, vec![(2, ProblemCode::NotUtf8)]));
}

#[test]
fn a_header_of_semicolons_is_understood() {
    assert_eq!(read(b"a;b\n1,5;x\n").0[0].1, ["1,5", "x"]);
    assert_eq!(read(b"a\tb\n1,5\tx\n").0[0].1, ["1,5", "x"]);
}

#[test]
fn a_file_whose_quotes_never_close_is_given_up_with_the_line() {
    // From the beginning of any line the rest of the file is one record.
    let endless = format!("a,b\n1,2\n{}", "a\",\"\n".repeat(300_000));
    let given_up = read_file(endless.as_bytes());
    assert!(matches!(given_up, Err(ImportError::UnclosedQuotes(3))), "{given_up:?}");
    let one = format!("a,b\n1,\"open\n{}", "x,y\n".repeat(199_000));
    let (records, broken) = read(one.as_bytes());
    assert_eq!((records.len(), broken), (199_000, vec![(2, ProblemCode::BadQuotes)]));
}

#[test]
fn a_row_without_end_is_broken_and_the_rows_after_it_are_read() {
    let long = "x".repeat(MAX_ROW_BYTES + 10);
    let (records, broken) = read(format!("a,b\n{long},1\n2,\"{long}\"\n3,ok\n").as_bytes());
    assert_eq!(records, [(4, vec!["3".to_owned(), "ok".to_owned()])]);
    assert_eq!(broken, [(2, ProblemCode::RowTooLong), (3, ProblemCode::RowTooLong)]);
    let (records, broken) = read(format!("a,b\n{}\n3,ok\n", ",".repeat(1_000_000)).as_bytes());
    assert_eq!((records.len(), broken), (1, vec![(2, ProblemCode::CellCount)]));
}

#[test]
fn a_million_columns_are_refused_at_the_header() {
    let wide = format!("SKU,{}\n", "x,".repeat(1_000_000));
    assert!(matches!(read_file(wide.as_bytes()), Err(ImportError::Header(HeaderError::TooManyColumns(5000)))));
}

#[test]
fn a_compressed_file_is_no_text() {
    let gzip = b"\x1f\x8b\x08\0\0\0\0\0\0\x03\xcb\xcf\xcc\x01\0";
    assert!(matches!(read_file(&gzip[..]), Err(ImportError::Header(HeaderError::NotText))));
}

#[test]
fn a_file_without_a_header_is_refused() {
    for text in [&b""[..], b"\n\r\n", b"\xef\xbb\xbf"] {
        assert!(matches!(read_file(text), Err(ImportError::Header(HeaderError::Empty))), "{text:?}");
    }
}
