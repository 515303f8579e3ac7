//! The registration form: what it shows, and what is read from it.

use shop_core::base::{CompanyId, FieldError, Lang};
use shop_core::checkout::address::one_line;
use shop_core::checkout::address::states::kept_state;
use shop_core::platform::messages::codes;
use shop_core::trade::registration::{NO_COUNTRY, RegistrationForm};
use shop_core::trade::registration_field::FieldKind;
use shop_core::trade::registration_file::{ACCEPTED, FileKind, too_large, wrong_kind};
use shop_core::view::{KeptFile, RegistrationView, RoleChoice};
use shop_services::ports::StoreError;
use shop_services::trade::companies::RegistrationSetup;

use super::account_page::Asked;
use super::upload_form::Posted;
use crate::trade;
use crate::trade::registration_files;

/// How the names of the form's controls begin.
const CONTROL: &str = "reg_";
/// How the names of those begin that say which file the shop has.
const KEPT: &str = "kept_";
/// Longest text read of a field, in characters; what is longer than the form allows is refused by its rules.
const MAX_CHARS: usize = 2000;
/// Longest name of a file that is kept, in characters.
const MAX_FILE_NAME_CHARS: usize = 120;
/// Files taken from one address in the span below.
const FILES: u32 = 30;
/// Span in which they are counted.
const FILES_SPAN_S: i64 = 3600;

/// What a form was filled in with.
#[derive(Clone, Debug, Default)]
pub(in crate::site) struct Filled {
    /// As the rules read it.
    pub form: RegistrationForm,
    /// Files that the shop has.
    pub kept_files: Vec<KeptFile>,
    /// Files that were refused.
    pub refused: Vec<FieldError>,
}

impl Filled {
    /// A form that opens with a role, as far as there is one of that name.
    pub(in crate::site) fn of_role(role: &str) -> Self {
        let role: String = role.chars().take(60).collect();
        Self {
            form: RegistrationForm { role, country: NO_COUNTRY.into(), ..RegistrationForm::default() },
            ..Self::default()
        }
    }

    /// The refusals of the whole form, named by its controls; those of files are said once.
    pub(in crate::site) fn refusals(&self, errors: Vec<FieldError>) -> Vec<FieldError> {
        let of_file = |error: &FieldError| self.refused.iter().any(|refused| refused.field == error.field);
        let others = errors.into_iter().filter(|error| !of_file(error));
        let all = self.refused.iter().cloned().chain(others);
        all.map(|error| FieldError { field: control(&error.field), ..error }).collect()
    }
}

/// The id of the control that an error is about; those of the whole form name none.
fn control(field: &str) -> String {
    if field.is_empty() { String::new() } else { format!("{CONTROL}{field}") }
}

/// The form as a page shows it. `trade_only`: private customers' roles cannot be chosen.
pub(in crate::site) fn view(
    asked: &Asked,
    setup: &RegistrationSetup,
    filled: Filled,
    trade_only: bool,
    lang: Lang,
) -> RegistrationView {
    let roles = setup.roles.iter().filter(|role| role.is_trade || !trade_only);
    let roles: Vec<RoleChoice> = roles
        .map(|role| RoleChoice {
            slug: role.slug.clone(),
            name: role.terms.name(lang).to_owned(),
            rules: setup.rules_of(role),
        })
        .collect();
    let mut form = filled.form;
    if !roles.iter().any(|role| role.slug == form.role) {
        form.role = roles.first().map(|role| role.slug.clone()).unwrap_or_default();
    }
    RegistrationView {
        roles,
        fields: setup.form_fields(lang),
        form,
        kept_files: filled.kept_files,
        accepted_files: ACCEPTED.to_owned(),
        vat_token: trade::token(&asked.state, &asked.session),
    }
}

/// Reads a form that was sent. Files are kept at once, so that a refusal of another field does not lose them; `company`: whose
/// files it may name besides.
pub(in crate::site) async fn read(
    asked: &Asked,
    posted: &Posted,
    setup: &RegistrationSetup,
    company: Option<CompanyId>,
    lang: Lang,
) -> Result<Filled, StoreError> {
    let text = |name: &str| -> String {
        posted.pairs.get(&format!("{CONTROL}{name}")).unwrap_or_default().chars().take(MAX_CHARS).collect()
    };
    let mut filled = Filled::of_role(&text("role"));
    filled.form.country = text("country");
    // Without scripts the list of states stays that of the country with which the page was made.
    let state_of = text("state_of");
    for field in setup.form_fields(lang) {
        match field.kind {
            FieldKind::Checkbox if !text(&field.name).is_empty() => filled.form.checked.push(field.name),
            FieldKind::Checkbox | FieldKind::File => {}
            FieldKind::State if !state_of.is_empty() && !filled.form.country.is_empty() => {
                let state = kept_state(&state_of, &filled.form.country, &text(&field.name));
                filled.form.values.insert(field.name, state);
            }
            _ => drop(filled.form.values.insert(field.name.clone(), text(&field.name))),
        }
    }
    for (field, label) in setup.file_fields(lang) {
        read_file(asked, posted, (&field, &label), company, &mut filled).await?;
    }
    Ok(filled)
}

/// Has the number of a company that was registered or changed checked. Where that fails it stays unchecked: nothing is lost.
pub(in crate::site) async fn check_vat(asked: &Asked, company: CompanyId) {
    if asked.state.vat_check_allowed(&asked.address).is_err() {
        return;
    }
    if let Err(error) = asked.state.shop.vat_checks.check_company(company).await {
        tracing::error!(%error, "a company's VAT number could not be checked");
    }
}

/// The file of a field: a new one, or one that the shop has.
async fn read_file(
    asked: &Asked,
    posted: &Posted,
    (field, label): (&str, &str),
    company: Option<CompanyId>,
    filled: &mut Filled,
) -> Result<(), StoreError> {
    let kept = posted.pairs.get(&format!("{KEPT}{field}")).unwrap_or_default();
    let mut found = if kept.is_empty() { None } else { asked.state.shop.companies.kept_file(kept, company).await? };
    if let Some(file) = posted.files.iter().find(|file| file.field == format!("{CONTROL}{field}")) {
        let name: String = one_line(&file.name).chars().take(MAX_FILE_NAME_CHARS).collect();
        match accepted(asked, file.content.as_deref(), field, label) {
            Ok((kind, content)) => {
                let (shop, config) = (&asked.state.shop, &asked.state.config);
                found = Some(registration_files::keep(shop, config, &name, kind, content).await?);
            }
            Err(error) => filled.refused.push(error),
        }
    }
    if let Some(file) = found {
        filled.form.values.insert(field.to_owned(), file.stored_name.clone());
        filled.kept_files.push(KeptFile { field: field.to_owned(), name: file.name, stored_name: file.stored_name });
    }
    Ok(())
}

/// A file's kind and content, or why it is not taken.
fn accepted<'a>(
    asked: &Asked,
    content: Option<&'a [u8]>,
    field: &str,
    label: &str,
) -> Result<(FileKind, &'a [u8]), FieldError> {
    let content = content.ok_or_else(|| too_large(field, label))?;
    let kind = FileKind::of(content).ok_or_else(|| wrong_kind(field, label))?;
    let now = asked.state.shop.context.now();
    let counted = asked.state.limits.count("registration_file", &asked.address, FILES, FILES_SPAN_S, now);
    counted.map_err(|wait_s| FieldError::new(field, codes::TRADE_UPLOAD_LIMIT).with("minutes", (wait_s + 59) / 60))?;
    Ok((kind, content))
}
