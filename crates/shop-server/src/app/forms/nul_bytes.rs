//! NUL characters: no string of the shop contains one, and PostgreSQL cannot store it. APIs reject input that contains one;
//! forms, which people send, have it removed.

use axum::extract::rejection::FormRejection;
use axum::extract::{FromRequest, Request};
use axum::http::Uri;

pub(crate) const NUL: char = '\0';

/// Tells whether a JSON string contains the escape `\u0000`. (A raw NUL makes the document invalid.)
pub(crate) fn in_json(document: &[u8]) -> bool {
    let mut rest = document;
    while let Some(at) = rest.iter().position(|byte| *byte == b'\\') {
        let escaped = rest.get(at + 1..).unwrap_or_default();
        if escaped.starts_with(b"u0000") {
            return true;
        }
        rest = escaped.get(1..).unwrap_or_default();
    }
    false
}

/// Tells whether a query string contains an encoded NUL.
pub(crate) fn in_query(address: &Uri) -> bool {
    address.query().is_some_and(|query| query.contains("%00"))
}

/// Removes NUL characters from names and values.
pub(crate) fn without(fields: &mut [(String, String)]) {
    for (name, value) in fields {
        name.retain(|letter| letter != NUL);
        value.retain(|letter| letter != NUL);
    }
}

/// Extractor for form fields without NUL characters.
pub(crate) struct Form<T>(pub(crate) T);

impl<S: Send + Sync> FromRequest<S> for Form<Vec<(String, String)>> {
    type Rejection = FormRejection;

    async fn from_request(request: Request, state: &S) -> Result<Self, FormRejection> {
        let axum::Form(mut fields) = axum::Form::<Vec<(String, String)>>::from_request(request, state).await?;
        without(&mut fields);
        Ok(Self(fields))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_escape_itself_is_the_character() {
        for with in [r#""\u0000""#, r#""a\\\u0000""#, r#""\n\u0000b""#] {
            assert!(in_json(with.as_bytes()), "{with}");
        }
        for without in [r#""\\u0000""#, r#""\u0001""#, r#""u0000""#, r#""\u000""#, "\\", ""] {
            assert!(!in_json(without.as_bytes()), "{without}");
        }
    }

    #[test]
    fn a_query_names_it_by_its_escape() {
        let named = |address: &'static str| in_query(&Uri::from_static(address));
        assert!(named("/a?b=%00") && !named("/a?b=%2500") && !named("/a%00"));
    }
}
