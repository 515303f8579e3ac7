//! Problems in a catalogue file, as data, with their messages.

use shop_core::base::{Lang, Params};

/// A problem in a row: position, rule and values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Line of the file on which the row starts; the header is line 1.
    pub line: u64,
    /// Column as spelled in the file; empty for the whole row.
    pub column: String,
    pub code: ProblemCode,
    /// Values for the message: `value` is the rejected text, truncated to 60 characters.
    pub params: Params,
}

/// Maximum length of a rejected cell in a report: enough to recognise it, too short to flood a terminal.
const MAX_VALUE_CHARS: usize = 60;

impl Problem {
    /// A problem in a cell. The value is truncated for display.
    pub fn new(line: u64, column: impl Into<String>, code: ProblemCode, value: &str) -> Self {
        let mut excerpt: String = value.chars().take(MAX_VALUE_CHARS).collect();
        if excerpt.len() < value.len() {
            excerpt.push('…');
        }
        let params = Params::from([("value".to_owned(), excerpt)]);
        Self { line, column: column.into(), code, params }
    }

    /// Adds a value for the message.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl std::fmt::Display) -> Self {
        self.params.insert(name.to_owned(), value.to_string());
        self
    }

    /// The message, without line and column. Control characters of the rejected cell are shown as `�`, so that a file cannot
    /// control the terminal that prints its report.
    pub fn sentence(&self, lang: Lang) -> String {
        let (it, en) = self.code.sentences();
        let mut out = match lang {
            Lang::It => it,
            Lang::En => en,
        }
        .to_owned();
        for (name, value) in &self.params {
            let value: String = value.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
            out = out.replace(&format!("{{{name}}}"), &value);
        }
        out
    }
}

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident $text:literal: $it:literal, $en:literal;)*) => {
        /// Rules that a row can break, and reasons for warnings.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum ProblemCode { $($(#[$doc])* $name,)* }

        impl ProblemCode {
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// Stable name for machines.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }

            /// Italian and English message with placeholders.
            const fn sentences(self) -> (&'static str, &'static str) {
                match self { $(Self::$name => ($it, $en),)* }
            }
        }
    };
}

codes! {
    /// The row is not UTF-8.
    NotUtf8 "not_utf8": "la riga non è testo UTF-8", "the row is not UTF-8 text";
    /// The row has more cells than the header.
    CellCount "cell_count": "la riga ha {value} celle, l’intestazione {expected}", "the row has {value} cells, the header {expected}";
    /// A quoted cell does not end where a cell must end.
    BadQuotes "bad_quotes": "le virgolette di una cella non si chiudono", "the quotes of a cell are not closed";
    /// A NUL character, which PostgreSQL cannot store.
    NulCharacter "nul_character": "la cella contiene un carattere NUL", "the cell holds a NUL character";
    TooLong "too_long": "il testo supera {max} caratteri", "the text is longer than {max} characters";
    RowTooLong "row_too_long": "la riga supera {max} byte", "the row is longer than {max} bytes";
    UnknownType "unknown_type": "tipo di prodotto sconosciuto: “{value}”", "unknown product type: “{value}”";
    NameMissing "name_missing": "il nome manca", "the name is missing";
    /// A file without names cannot add products.
    ProductUnknown "product_unknown": "nel negozio non c’è “{value}”, e senza colonna dei nomi non si può aggiungere", "the shop has no “{value}”, and without a column of names it cannot be added";
    NotYesNo "not_yes_no": "“{value}” non è né 1 né 0", "“{value}” is neither 1 nor 0";
    UnknownWord "unknown_word": "“{value}” non è ammesso in questa colonna", "“{value}” is not allowed in this column";
    /// Not an amount of the shop's currency, or out of range.
    NotAPrice "not_a_price": "“{value}” non è un prezzo in euro da 0 in su", "“{value}” is not a price in euros from 0 up";
    /// Not a whole number, or out of range.
    NotANumber "not_a_number": "“{value}” non è un numero intero ammesso", "“{value}” is not an acceptable whole number";
    /// Neither with decimals nor with thousands for certain.
    AmbiguousNumber "ambiguous_number": "“{value}” può voler dire due numeri: scrivilo senza separatore delle migliaia e con due decimali", "“{value}” can mean two numbers: write it without a thousands separator and with two decimals";
    /// Not a measure, or out of range.
    NotAMeasure "not_a_measure": "“{value}” non è una misura da 0 in su", "“{value}” is not a measure from 0 up";
    NotAGtin "not_a_gtin": "“{value}” non è un codice GTIN, UPC, EAN o ISBN (solo cifre)", "“{value}” is not a GTIN, UPC, EAN or ISBN (digits only)";
    NotADate "not_a_date": "“{value}” non è una data (AAAA-MM-GG, con o senza ora)", "“{value}” is not a date (YYYY-MM-DD, with or without a time)";
    SaleEndsFirst "sale_ends_first": "lo sconto finisce prima di cominciare", "the reduction ends before it starts";
    /// A level of a category path has no name.
    EmptyCategory "empty_category": "il percorso “{value}” ha un livello senza nome", "the path “{value}” has a level without a name";
    /// An attribute with values but without a name.
    AttributeName "attribute_name": "l’attributo ha valori ma non ha nome", "the attribute has values but no name";
    /// The same attribute twice on one product.
    DuplicateAttribute "duplicate_attribute": "l’attributo “{value}” compare due volte", "the attribute “{value}” appears twice";
    /// An attribute that the parent does not have.
    UnknownAttribute "unknown_attribute": "il prodotto principale non ha l’attributo “{value}”", "the parent product has no attribute “{value}”";
    /// A variation allows one value per attribute.
    SeveralValues "several_values": "una variante ammette un solo valore, non “{value}”", "a variation takes one value, not “{value}”";
    /// The SKU is used by an earlier row.
    DuplicateSku "duplicate_sku": "lo SKU “{value}” è già alla riga {other}", "the SKU “{value}” is already on line {other}";
    /// The number is used by an earlier row.
    DuplicateId "duplicate_id": "l’ID {value} è già alla riga {other}", "the ID {value} is already on line {other}";
    /// The SKU belongs to something else in the shop.
    SkuTaken "sku_taken": "lo SKU “{value}” nel negozio appartiene a un altro articolo", "in the shop the SKU “{value}” belongs to another article";
    ParentMissing "parent_missing": "la variante non dice di quale prodotto è", "the variation does not say which product it belongs to";
    ParentUnknown "parent_unknown": "il prodotto principale “{value}” non esiste", "the parent product “{value}” does not exist";
    ParentBroken "parent_broken": "il prodotto principale “{value}” (riga {other}) è errato", "the parent product “{value}” (line {other}) is broken";
    ParentNotVariable "parent_not_variable": "il prodotto principale “{value}” non è di tipo variable", "the parent product “{value}” is not of type variable";
    /// Invalid JSON, or inconsistent purchase rules.
    PurchaseRules "purchase_rules": "le regole d’acquisto non sono valide: “{value}”", "the purchase rules are not valid: “{value}”";
    /// Warning: the column is unknown and its cells are ignored.
    ColumnIgnored "column_ignored": "colonna sconosciuta, ignorata", "unknown column, left out";
    /// Warning: every row agrees with the shop, and there are unknown columns.
    NothingChanged "nothing_changed": "nessuna riga cambia qualcosa: controlla i nomi delle colonne sconosciute", "no row changes anything: check the names of the unknown columns";
    /// Warning: a linked product does not exist.
    ReferenceUnknown "reference_unknown": "il prodotto “{value}” non esiste: collegamento tralasciato", "the product “{value}” does not exist: link left out";
    /// Warning: the parent does not offer the value.
    ValueNotOffered "value_not_offered": "il prodotto principale non offre “{value}”: la variante non si può scegliere", "the parent does not offer “{value}”: the variation cannot be chosen";
    /// Warning: the default value is not among the values.
    DefaultUnknown "default_unknown": "“{value}” non è tra i valori dell’attributo: nessuna scelta iniziale", "“{value}” is not among the attribute's values: nothing is chosen at first";
    /// Warning: a food on sale lacks a mandatory field of its label (Reg. (EU) 1169/2011 art. 14).
    LabelMissing "label_missing": "“{value}” è in vendita senza questo dato dell’etichetta", "“{value}” is on sale without this field of its label";
    PictureUnusable "picture_unusable": "immagine “{value}” non caricata: {reason}", "picture “{value}” not loaded: {reason}";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_its_own_name_and_two_sentences_with_the_same_placeholders() {
        let holes = |text: &str| text.matches('{').count();
        let mut names: Vec<_> = ProblemCode::ALL.iter().map(|code| code.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), ProblemCode::ALL.len());
        for code in ProblemCode::ALL {
            let (it, en) = code.sentences();
            assert_eq!(holes(it), holes(en), "{code:?}");
        }
    }

    #[test]
    fn a_refused_cell_is_cut_and_cannot_steer_the_terminal() {
        let problem = Problem::new(3, "Name", ProblemCode::UnknownType, &format!("\u{1b}[2J{}", "x".repeat(500)));
        let sentence = problem.sentence(Lang::En);
        assert!(!sentence.contains('\u{1b}') && sentence.chars().count() < 120, "{sentence}");
    }
}
