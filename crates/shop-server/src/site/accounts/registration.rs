//! The registration form of private customers and companies.

use shop_core::base::{CompanyId, FieldError, Lang};
use shop_core::checkout::address::one_line;
use shop_core::checkout::address::states::state_after_country_change;
use shop_core::platform::messages::codes;
use shop_core::trade::registration::{NO_COUNTRY, RegistrationForm};
use shop_core::trade::registration_field::FieldKind;
use shop_core::trade::registration_file::{ACCEPTED, FileKind, too_large, wrong_kind};
use shop_core::view::{RegistrationView, RoleChoice, StoredFile};
use shop_services::ports::StoreError;
use shop_services::trade::companies::RegistrationSetup;

use super::account_page::AccountRequest;
use super::upload_form::UploadForm;
use crate::trade;
use crate::trade::registration_files;

/// Prefix of the names of the form's controls.
const CONTROL_PREFIX: &str = "reg_";
/// Prefix of the hidden fields that name a file which the shop has already stored.
const STORED_PREFIX: &str = "kept_";
/// Characters read from a field. The form's rules have shorter limits and report them.
const MAX_CHARS: usize = 2000;
/// Longest file name stored, in characters.
const MAX_FILE_NAME_CHARS: usize = 120;
/// Files accepted from one IP address in the span below.
const FILES: u32 = 30;
/// Span in which files are counted.
const FILES_SPAN_S: i64 = 3600;

/// A filled-in registration form.
#[derive(Clone, Debug, Default)]
pub(in crate::site) struct RegistrationInput {
    pub form: RegistrationForm,
    /// Files that the shop has stored.
    pub stored_files: Vec<StoredFile>,
    /// Errors of refused files.
    pub file_errors: Vec<FieldError>,
}

impl RegistrationInput {
    /// An empty form with a preselected role; an unknown role is replaced when the form is shown.
    pub(in crate::site) fn with_role(role: &str) -> Self {
        let role: String = role.chars().take(60).collect();
        Self {
            form: RegistrationForm { role, country: NO_COUNTRY.into(), ..RegistrationForm::default() },
            ..Self::default()
        }
    }

    /// Names the errors of the whole form by its controls. A file that has an error of its own is not reported again as missing.
    pub(in crate::site) fn control_errors(&self, errors: Vec<FieldError>) -> Vec<FieldError> {
        let is_file_error = |error: &FieldError| self.file_errors.iter().any(|known| known.field == error.field);
        let others = errors.into_iter().filter(|error| !is_file_error(error));
        let all = self.file_errors.iter().cloned().chain(others);
        all.map(|error| FieldError { field: control_id(&error.field), ..error }).collect()
    }
}

/// Id of the control that an error belongs to; empty for errors of the whole form.
fn control_id(field: &str) -> String {
    if field.is_empty() { String::new() } else { format!("{CONTROL_PREFIX}{field}") }
}

/// View of the form. With `trade_only`, roles of private customers cannot be chosen.
pub(in crate::site) fn form_view(
    request: &AccountRequest,
    setup: &RegistrationSetup,
    input: RegistrationInput,
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
    let mut form = input.form;
    if !roles.iter().any(|role| role.slug == form.role) {
        form.role = roles.first().map(|role| role.slug.clone()).unwrap_or_default();
    }
    RegistrationView {
        roles,
        fields: setup.form_fields(lang),
        form,
        stored_files: input.stored_files,
        accepted_files: ACCEPTED.to_owned(),
        vat_token: trade::token(&request.state.storefront.web, &request.session),
    }
}

/// Reads a posted form. Files are stored at once, so that an error in another field does not lose them. The form may also name files
/// that `company` has stored.
pub(in crate::site) async fn read_form(
    request: &AccountRequest,
    posted: &UploadForm,
    setup: &RegistrationSetup,
    company: Option<CompanyId>,
    lang: Lang,
) -> Result<RegistrationInput, StoreError> {
    let text = |name: &str| -> String {
        posted.pairs.get(&format!("{CONTROL_PREFIX}{name}")).unwrap_or_default().chars().take(MAX_CHARS).collect()
    };
    let mut input = RegistrationInput::with_role(&text("role"));
    input.form.country = text("country");
    // Without scripts the list of states stays that of the country with which the page was rendered.
    let state_of = text("state_of");
    for field in setup.form_fields(lang) {
        match field.kind {
            FieldKind::Checkbox if !text(&field.name).is_empty() => input.form.checked.push(field.name),
            FieldKind::Checkbox | FieldKind::File => {}
            FieldKind::State if !state_of.is_empty() && !input.form.country.is_empty() => {
                let state = state_after_country_change(&state_of, &input.form.country, &text(&field.name));
                input.form.values.insert(field.name, state);
            }
            _ => drop(input.form.values.insert(field.name.clone(), text(&field.name))),
        }
    }
    for (field, label) in setup.file_fields(lang) {
        read_file(request, posted, (&field, &label), company, &mut input).await?;
    }
    Ok(input)
}

/// Checks the VAT number of a registered or changed company. If the check fails, the number stays unchecked.
pub(in crate::site) async fn check_vat(request: &AccountRequest, company: CompanyId) {
    if request.state.vat_check_allowed(&request.client_ip).is_err() {
        return;
    }
    if let Err(error) = request.state.shop.vat_checks.check_company(company).await {
        tracing::error!(%error, "a company's VAT number could not be checked");
    }
}

/// Reads the file of a field: a new upload, or one that the shop has stored already.
async fn read_file(
    request: &AccountRequest,
    posted: &UploadForm,
    (field, label): (&str, &str),
    company: Option<CompanyId>,
    input: &mut RegistrationInput,
) -> Result<(), StoreError> {
    let stored_name = posted.pairs.get(&format!("{STORED_PREFIX}{field}")).unwrap_or_default();
    let mut stored = if stored_name.is_empty() {
        None
    } else {
        request.state.shop.companies.uploaded_file(stored_name, company).await?
    };
    if let Some(file) = posted.files.iter().find(|file| file.field == format!("{CONTROL_PREFIX}{field}")) {
        let name: String = one_line(&file.name).chars().take(MAX_FILE_NAME_CHARS).collect();
        match accept_file(request, file.content.as_deref(), field, label) {
            Ok((kind, content)) => {
                let (shop, config) = (&request.state.shop, &request.state.config);
                stored = Some(registration_files::keep(shop, config, &name, kind, content).await?);
            }
            Err(error) => input.file_errors.push(error),
        }
    }
    if let Some(file) = stored {
        input.form.values.insert(field.to_owned(), file.stored_name.clone());
        input.stored_files.push(StoredFile { field: field.to_owned(), name: file.name, stored_name: file.stored_name });
    }
    Ok(())
}

/// Returns an uploaded file's kind and content, or the error that refuses it.
fn accept_file<'a>(
    request: &AccountRequest,
    content: Option<&'a [u8]>,
    field: &str,
    label: &str,
) -> Result<(FileKind, &'a [u8]), FieldError> {
    let content = content.ok_or_else(|| too_large(field, label))?;
    let kind = FileKind::detect(content).ok_or_else(|| wrong_kind(field, label))?;
    let now = request.state.shop.context.now();
    let counted = request.state.limits.count("registration_file", &request.client_ip, FILES, FILES_SPAN_S, now);
    counted.map_err(|wait_s| FieldError::new(field, codes::TRADE_UPLOAD_LIMIT).with("minutes", (wait_s + 59) / 60))?;
    Ok((kind, content))
}
