//! Full-text search. The core folds the search words; both databases fold the stored text in the same way, character by
//! character, so that no folded copy has to be stored and kept up to date.

use std::sync::LazyLock;

use sea_orm::DatabaseBackend;
use sea_orm::sea_query::{BinOper, Expr, ExprTrait, Func, LikeExpr, Query};
use shop_core::base::search_text::{SearchText, changed_characters};

/// Placeholder for the folded text in a statement: the same on both databases, and short in logs.
const FOLDED: &str = "SEARCH_KEY(searched.words)";
/// Number of patterns in a search. It is constant, so that a database plans each list once; the last pattern contains all further
/// words.
const PATTERNS: usize = 3;

/// Number of characters that one stage replaces on SQLite.
const REPLACED_AT_ONCE: usize = 150;

static SQLITE: LazyLock<String> = LazyLock::new(fold_on_sqlite);
static POSTGRES: LazyLock<String> = LazyLock::new(fold_on_postgres);

/// Expands the searches of a statement for a database.
pub(crate) fn expand(backend: DatabaseBackend, sql: &str) -> Option<String> {
    sql.contains(FOLDED).then(|| {
        let fold = if backend == DatabaseBackend::Postgres { &*POSTGRES } else { &*SQLITE };
        sql.replace(FOLDED, fold)
    })
}

/// Condition for rows that contain all search words in some columns. `None` if there are no words.
pub(crate) fn matches(typed: &str, columns: impl IntoIterator<Item = Expr>) -> Option<Expr> {
    let search = SearchText::new(typed);
    if search.is_empty() {
        return None;
    }
    let joined =
        |text: Expr, column: Expr| text.binary(BinOper::Custom("||"), " ").binary(BinOper::Custom("||"), column);
    let columns = columns.into_iter().map(|column| Expr::from(Func::coalesce([column, Expr::value("")])));
    let words = columns.reduce(joined)?;
    let mut searched = Query::select();
    searched.expr(Expr::value(1_i64)).from_subquery(Query::select().expr_as(words, "words").take(), "searched");
    for pattern in like_patterns(search.keys()) {
        searched.and_where(Expr::cust(FOLDED).like(LikeExpr::new(pattern).escape('\\')));
    }
    Some(Expr::exists(searched))
}

/// Patterns for `LIKE … ESCAPE '\'` that match each word anywhere.
fn like_patterns(words: &[String]) -> Vec<String> {
    let escaped = |word: &String| word.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
    let mut words: Vec<String> = words.iter().map(escaped).collect();
    let further = words.split_off(words.len().min(PATTERNS - 1));
    let mut patterns: Vec<String> = words.iter().map(|word| format!("%{word}%")).collect();
    patterns.push(format!("%{}%", further.join("%")));
    patterns.resize(PATTERNS, "%".to_owned());
    patterns
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// Replaces characters one after the other; most texts are ASCII and need few replacements. Stages keep expressions below
/// SQLite's depth limit; without `LIMIT` it would merge them into one expression.
fn fold_on_sqlite() -> String {
    let replace = |inner: String, (from, to): &(char, String)| {
        format!("REPLACE({inner}, {}, {})", quoted(&from.to_string()), quoted(to))
    };
    let (ascii, further): (Vec<_>, Vec<_>) = changed_characters().partition(|(c, _)| c.is_ascii());
    let ascii = ascii.iter().filter(|(c, _)| !c.is_ascii_uppercase());
    let plain = ascii.fold("LOWER(searched.words)".to_owned(), replace);
    let stages = further.chunks(REPLACED_AT_ONCE).fold(format!("SELECT {plain} AS words"), |before, characters| {
        let folded = characters.iter().fold("folded.words".to_owned(), replace);
        format!("SELECT {folded} AS words FROM ({before} LIMIT 1) AS folded")
    });
    format!("CASE WHEN LENGTH(searched.words) = OCTET_LENGTH(searched.words) THEN {plain} ELSE ({stages}) END")
}

/// Translates single characters in one call, and replaces those that become several.
fn fold_on_postgres() -> String {
    let (mut from, mut to, mut dropped) = (String::new(), String::new(), String::new());
    let mut out = "searched.words".to_owned();
    for (c, key) in changed_characters() {
        let mut letters = key.chars();
        match (letters.next(), letters.next()) {
            (None, _) => dropped.push(c),
            (Some(letter), None) => {
                from.push(c);
                to.push(letter);
            }
            _ => out = format!("REPLACE({out}, {}, {})", quoted(&c.to_string()), quoted(&key)),
        }
    }
    format!("TRANSLATE({out}, {}, {})", quoted(&format!("{from}{dropped}")), quoted(&to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_of_patterns_are_letters_and_further_words_follow_in_order() {
        let patterns = |typed: &str| like_patterns(SearchText::new(typed).keys());
        assert_eq!(patterns("70%_\\"), ["%70\\%\\_\\\\%", "%%", "%"]);
        assert_eq!(patterns("uno due"), ["%uno%", "%due%", "%%"]);
        assert_eq!(patterns("uno due tre quattro"), ["%uno%", "%due%", "%tre%quattro%"]);
    }

    #[test]
    fn a_search_of_columns_is_the_same_on_both_databases_until_it_is_written_out() {
        let columns = || [Expr::col("name"), Expr::col("email")];
        let query = Query::select().expr(Expr::value(1)).and_where(matches("olio", columns()).unwrap()).take();
        let sql = DatabaseBackend::Sqlite.build(&query).sql;
        assert!(sql.contains(FOLDED) && sql.contains("COALESCE(\"name\", "), "{sql}");
        assert_eq!(matches(" ", columns()), None);
    }

    #[test]
    fn statements_are_written_out_for_their_database_alone() {
        let sql = format!("SELECT 1 WHERE {FOLDED} LIKE $1");
        let sqlite = expand(DatabaseBackend::Sqlite, &sql).unwrap();
        let postgres = expand(DatabaseBackend::Postgres, &sql).unwrap();
        assert!(sqlite.contains("OCTET_LENGTH") && postgres.contains("TRANSLATE"));
        assert_eq!(expand(DatabaseBackend::Sqlite, "SELECT 1"), None);
    }
}
