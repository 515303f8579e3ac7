//! Files of the catalogue: any bytes are a file, a refusal or rows with problems; what is read has sane amounts.
//!
//! The modules of the import are taken in as sources: with the services around them (pictures, storage) a change would take
//! minutes to build.
#![no_main]
#![allow(dead_code, unreachable_pub, reason = "the modules hold more than rows")]

use libfuzzer_sys::fuzz_target;

/// What the modules name of the ports.
mod ports {
    use std::collections::BTreeMap;

    /// Stands for the ids that the store gives to terms; reading asks for none.
    #[derive(Default)]
    pub struct TermIds {
        pub taxonomies: BTreeMap<String, String>,
        pub term_slugs: BTreeMap<(String, String), String>,
    }
}

#[path = "../../../crates/shop-services/src/catalogue/import"]
mod import {
    mod attributes;
    mod column;
    mod column_names;
    mod columns;
    mod encoding;
    mod entities;
    mod file;
    mod header_error;
    mod numbers;
    mod problem;
    mod record;
    mod row;
    mod row_item;
    mod scanner;
    mod text;
    mod units;
    mod values;

    mod report {
        /// Why a file is not read.
        #[derive(Debug, thiserror::Error)]
        pub enum ImportError {
            #[error("{0}")]
            Read(#[from] std::io::Error),
            #[error("{0}")]
            Header(#[from] super::header_error::HeaderError),
            #[error("{0}")]
            TooManyBytes(u64),
            #[error("{0}")]
            TooManyRows(usize),
            #[error("{0}")]
            UnclosedQuotes(u64),
        }
    }

    use shop_core::base::Cents;
    use shop_core::catalogue::product::{Product, Variation};

    /// Reads every row of a file as a product and as a variation.
    pub fn read_all(bytes: &[u8]) {
        let Ok(file) = file::read_file(bytes) else { return };
        let Ok((mut columns, _)) = columns::Columns::read(&file.header, file.header_line, "kg", "cm") else { return };
        columns.find_decimal_marks(&file.records);
        for record in &file.records {
            let mut reader = row::RowReader::new(&columns, record);
            let _ = reader.read_key();
            let mut product = Product::default();
            let _ = reader.read_product(&mut product);
            let (mut variation, mut of_parent) = (Variation::default(), false);
            let _ = reader.read_variation(&mut variation.item, &mut of_parent);
            for item in [&product.item, &variation.item] {
                let prices = [item.prices.regular, item.prices.sale];
                assert!(prices.into_iter().flatten().all(|price| price >= Cents::ZERO), "{prices:?}");
            }
            assert!(reader.problems.iter().all(|problem| problem.line == record.line));
        }
    }
}

fuzz_target!(|input: (bool, &[u8])| {
    let (headed, bytes) = input;
    if !headed {
        import::read_all(bytes);
        return;
    }
    // A header that is known, so that the cells are what is tried.
    let header = "Type,SKU,Name,Regular price,Sale price,Date sale price starts,Date sale price ends,Stock,Weight (kg),Categories,Tags,Images,Published,\
                  Attribute 1 name,Attribute 1 value(s),Attribute 1 global,Meta: x,Parent,Description\n";
    import::read_all(&[header.as_bytes(), bytes].concat());
});
