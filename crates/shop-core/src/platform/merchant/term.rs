//! The merchant's forms for categories, tags, attributes and their values.

use serde::{Deserialize, Serialize};

use crate::base::FieldError;
use crate::base::text::slugify;
use crate::platform::input::Check;

/// Longest name, in characters: what lists and menus still show in full.
pub const MAX_NAME_CHARS: usize = 100;
/// Longest description of a category, in characters.
pub const MAX_DESCRIPTION_CHARS: usize = 20_000;

/// A category as submitted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CategoryForm {
    pub name: String,
    /// Name in English; empty: the Italian one.
    pub name_en: String,
    /// Last segment of its URL; empty: derived from the name.
    pub slug: String,
    /// Description as HTML.
    pub description: String,
    pub description_en: String,
}

/// A name with its slug: a tag, an attribute, a value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct TermForm {
    pub name: String,
    /// Name in English; empty: the Italian one.
    pub name_en: String,
    /// Slug; empty: derived from the name.
    pub slug: String,
}

/// Validates a category: texts are trimmed, and an empty slug is derived.
///
/// # Errors
/// All invalid fields.
///
/// ```
/// use shop_core::platform::merchant::term::{CategoryForm, check_category};
/// let form = CategoryForm { name: " Olio d'oliva ".into(), description: " <p>Buono</p>".into(), ..CategoryForm::default() };
/// let category = check_category(&form).unwrap();
/// assert_eq!((category.slug.as_str(), category.description.as_str()), ("olio-doliva", "<p>Buono</p>"));
/// ```
pub fn check_category(form: &CategoryForm) -> Result<CategoryForm, Vec<FieldError>> {
    let mut check = Check::default();
    let (name, slug) = check_name_and_slug(&mut check, &form.name, &form.slug);
    let category = CategoryForm {
        name,
        name_en: check.text("name_en", &form.name_en, MAX_NAME_CHARS),
        slug,
        description: check.text("description", &form.description, MAX_DESCRIPTION_CHARS),
        description_en: check.text("description_en", &form.description_en, MAX_DESCRIPTION_CHARS),
    };
    check.done(category)
}

/// Validates a tag, an attribute or a value.
///
/// # Errors
/// All invalid fields.
pub fn check_term(form: &TermForm) -> Result<TermForm, Vec<FieldError>> {
    let mut check = Check::default();
    let (name, slug) = check_name_and_slug(&mut check, &form.name, &form.slug);
    let name_en = check.text("name_en", &form.name_en, MAX_NAME_CHARS);
    check.done(TermForm { name, name_en, slug })
}

fn check_name_and_slug(check: &mut Check, name: &str, slug: &str) -> (String, String) {
    let name = check.required("name", name, MAX_NAME_CHARS);
    let slug = match slug.trim() {
        "" if name.is_empty() => String::new(),
        "" => check.slug("slug", &slugify(&name)),
        typed => check.slug("slug", typed),
    };
    (name, slug)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field_errors(form: &TermForm) -> Vec<(String, String)> {
        let errors = check_term(form).expect_err("refused");
        errors.into_iter().map(|error| (error.field, error.code.into_owned())).collect()
    }

    #[test]
    fn a_name_without_letters_has_no_address_of_its_own() {
        assert_eq!(field_errors(&TermForm { name: "★".into(), ..TermForm::default() })[0].0, "slug");
        assert!(check_term(&TermForm { name: "★".into(), slug: "stella".into(), ..TermForm::default() }).is_ok());
    }

    #[test]
    fn names_and_addresses_are_refused_by_field() {
        assert_eq!(field_errors(&TermForm::default()), [("name".to_owned(), "merchant_required".to_owned())]);
        let wrong = TermForm { name: "x".repeat(101), name_en: "x".repeat(101), slug: "Due Parole".into() };
        let fields: Vec<String> = field_errors(&wrong).into_iter().map(|(field, _)| field).collect();
        assert_eq!(fields, ["name", "slug", "name_en"]);
        let long = CategoryForm { name: "Olio".into(), description_en: "x".repeat(20_001), ..CategoryForm::default() };
        assert_eq!(check_category(&long).unwrap_err()[0].field, "description_en");
    }
}
