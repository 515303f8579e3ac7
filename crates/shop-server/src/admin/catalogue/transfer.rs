//! CSV import and export of products. An import runs in the background, and every server process can report its progress.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use shop_core::base::Lang;
use shop_core::platform::messages::codes;
use shop_services::Context;
use shop_services::catalogue::import::{
    ImportError, ImportOptions, ImportReport, Imports, OnError, Problem as RowProblem, Progress, Stage, export_products,
};
use shop_services::platform::boundary::{detach, run_blocking, run_on_own_thread};
use shop_services::platform::clock::within;
use shop_services::ports::ImportJob;
use tokio_util::task::TaskTracker;
use utoipa::ToSchema;

use crate::admin::accounts::auth::Staff;
use crate::admin::messages;
use crate::admin::platform::upload::{FileForm, Upload};
use crate::admin::problem::{Id, Problem, Refusal, language};

/// Largest uploaded file in megabytes: some 20,000 products with all their texts.
pub(in crate::admin) const MAX_FILE_MB: usize = 32;
/// Most errors and most warnings reported.
const MAX_PROBLEMS: usize = 500;
/// Time between two updates of the stored progress.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(500);

/// A rejected row, or a skipped part of one.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
pub(in crate::admin) struct ImportLine {
    /// Line of the file; the header is line 1.
    line: u64,
    /// Column; empty if the whole row is concerned.
    column: String,
    message: String,
}

/// Result of an import.
#[derive(Clone, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(default)]
pub(in crate::admin) struct ImportResult {
    rows: usize,
    added: usize,
    updated: usize,
    unchanged: usize,
    failed: usize,
    /// Whether the valid rows were imported (or would be).
    imported: bool,
    /// Rejected rows, at most 500.
    errors: Vec<ImportLine>,
    /// Skipped parts of imported rows, at most 500.
    warnings: Vec<ImportLine>,
    /// Why nothing was imported (or would be); otherwise empty.
    refusal: String,
}

/// Progress of an import.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct ImportStatus {
    id: i64,
    file: String,
    /// Whether nothing is saved.
    dry_run: bool,
    author: String,
    /// `reading`, `pictures`, `saving`, `linking`, `done` or `failed`.
    stage: String,
    done: i64,
    total: i64,
    started_at: i64,
    /// Result; `null` while the import runs.
    result: Option<ImportResult>,
}

/// A CSV file and its import options.
#[derive(ToSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "only describes the form")]
pub(in crate::admin) struct ImportUpload {
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
    /// `1` to save nothing.
    dry_run: Option<String>,
    /// `1` to import nothing if any row is invalid.
    all_or_nothing: Option<String>,
}

/// Starts an import.
#[utoipa::path(post, path = "/api/admin/import",
    request_body(content = ImportUpload, content_type = "multipart/form-data"),
    responses((status = 202, body = ImportStatus), (status = 409, body = Problem)))]
pub(in crate::admin) async fn start(
    State(context): State<Arc<Context>>,
    State(imports): State<Imports>,
    State(background): State<TaskTracker>,
    staff: Staff,
    headers: HeaderMap,
    FileForm(form): FileForm,
) -> Result<(StatusCode, Json<ImportStatus>), Refusal> {
    let upload = Upload::read_form(form, MAX_FILE_MB, &["dry_run", "all_or_nothing"]).await?;
    let now = context.now();
    let mut job = ImportJob {
        file: upload.file_name.chars().take(200).collect(),
        dry_run: upload.text("dry_run") == "1",
        author: staff.person.username.clone(),
        stage: stage_name(Stage::Reading).into(),
        started_at: now,
        updated_at: now,
        ..ImportJob::default()
    };
    let added = imports.begin_import(&job).await?;
    job.id = added.ok_or_else(|| Refusal::new(StatusCode::CONFLICT, codes::OFFICE_IMPORT_BUSY))?;
    let on_error = if upload.text("all_or_nothing") == "1" { OnError::AllOrNothing } else { OnError::KeepGood };
    let status = status(job.clone());
    let lang = language(&headers);
    detach(run_import(context, imports, job, upload, on_error, lang), |work| drop(background.spawn(work)));
    Ok((StatusCode::ACCEPTED, Json(status)))
}

/// Returns the progress of an import.
#[utoipa::path(get, path = "/api/admin/import/{id}", params(("id" = i64, Path)),
    responses((status = 200, body = ImportStatus)))]
pub(in crate::admin) async fn read(
    State(imports): State<Imports>,
    _staff: Staff,
    Id(id): Id,
) -> Result<Json<ImportStatus>, Refusal> {
    let job = imports.import_job(id).await?.ok_or_else(Refusal::not_found)?;
    Ok(Json(status(job)))
}

/// Returns the newest import; `null` before the first.
#[utoipa::path(get, path = "/api/admin/import", responses((status = 200, body = Option<ImportStatus>)))]
pub(in crate::admin) async fn last(
    State(imports): State<Imports>,
    _staff: Staff,
) -> Result<Json<Option<ImportStatus>>, Refusal> {
    let job = imports.last_import().await?;
    Ok(Json(job.map(status)))
}

/// Exports all products as a CSV file that can be imported again.
#[utoipa::path(get, path = "/api/admin/export", responses((status = 200, body = String, content_type = "text/csv")))]
pub(in crate::admin) async fn export(
    State(context): State<Arc<Context>>,
    State(imports): State<Imports>,
    _staff: Staff,
) -> Result<Response, Refusal> {
    let settings = context.settings().await?;
    let data = imports.catalogue_data().await?;
    let written = run_blocking(move || {
        let mut out = Vec::new();
        export_products(&data, settings.places.weight_unit.as_str(), settings.places.dimension_unit.as_str(), &mut out)
            .map(|()| out)
    });
    let failed = || Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, messages::UNKNOWN_ERROR);
    let bytes = written.await.ok().and_then(Result::ok).ok_or_else(failed)?;
    let mut response = bytes.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8"));
    headers.insert(header::CONTENT_DISPOSITION, HeaderValue::from_static("attachment; filename=\"prodotti.csv\""));
    Ok(response)
}

/// Runs an import to its end and stores its progress.
async fn run_import(
    context: Arc<Context>,
    imports: Imports,
    mut job: ImportJob,
    upload: Upload,
    on_error: OnError,
    lang: Lang,
) {
    let progress = Arc::new(Mutex::new(None::<Progress>));
    let work = {
        let (context, imports) = (Arc::clone(&context), imports.clone());
        let (job, progress) = (job.clone(), Arc::clone(&progress));
        run_on_own_thread(async move { import(&context, &imports, &job, &upload, on_error, &progress).await })
    };
    tokio::pin!(work);
    let outcome = loop {
        if let Some(outcome) = within(context.clock(), PROGRESS_INTERVAL, &mut work).await {
            break outcome;
        }
        if let Some(seen) = *progress.lock().unwrap_or_else(PoisonError::into_inner) {
            job.stage = stage_name(seen.stage).into();
            job.done = i64::try_from(seen.done).unwrap_or(i64::MAX);
            job.total = i64::try_from(seen.total).unwrap_or(i64::MAX);
        }
        store_progress(&imports, &mut job).await;
    };
    let result = match outcome {
        Ok(Ok(report)) => report_view(&report, lang),
        Ok(Err(error)) => ImportResult { refusal: error.sentence(lang), ..ImportResult::default() },
        Err(error) => {
            tracing::error!(%error, "import: the work was broken off");
            ImportResult {
                refusal: messages::sentence(messages::UNKNOWN_ERROR, &Default::default(), lang),
                ..ImportResult::default()
            }
        }
    };
    context.catalogue_changed();
    job.stage = if result.refusal.is_empty() { "done" } else { "failed" }.into();
    job.report = serde_json::to_string(&result).unwrap_or_default();
    store_progress(&imports, &mut job).await;
}

async fn import(
    context: &Context,
    imports: &Imports,
    job: &ImportJob,
    upload: &Upload,
    on_error: OnError,
    progress: &Mutex<Option<Progress>>,
) -> Result<ImportReport, ImportError> {
    let settings = context.settings().await?;
    let mut seen = |now: Progress| *progress.lock().unwrap_or_else(PoisonError::into_inner) = Some(now);
    let options = ImportOptions {
        on_error,
        now: context.now(),
        weight_unit: settings.places.weight_unit.as_str(),
        dimension_unit: settings.places.dimension_unit.as_str(),
        pictures: None,
        progress: &mut seen,
    };
    let reader = upload.content.as_ref();
    if job.dry_run { imports.try_import(reader, options).await } else { imports.import(reader, options).await }
}

/// Stores the progress of an import; a failure to do so does not stop the import.
async fn store_progress(imports: &Imports, job: &mut ImportJob) {
    if let Err(error) = imports.note_import(job).await {
        tracing::error!(%error, "import: progress was not noted");
    }
}

fn stage_name(stage: Stage) -> &'static str {
    match stage {
        Stage::Reading => "reading",
        Stage::Pictures => "pictures",
        Stage::Saving => "saving",
        Stage::Linking => "linking",
    }
}

fn status(job: ImportJob) -> ImportStatus {
    ImportStatus {
        result: job.is_over().then(|| serde_json::from_str(&job.report).unwrap_or_default()),
        id: job.id,
        file: job.file,
        dry_run: job.dry_run,
        author: job.author,
        stage: job.stage,
        done: job.done,
        total: job.total,
        started_at: job.started_at,
    }
}

fn report_view(report: &ImportReport, lang: Lang) -> ImportResult {
    let lines = |problems: &[RowProblem]| {
        let line =
            |one: &RowProblem| ImportLine { line: one.line, column: one.column.clone(), message: one.sentence(lang) };
        problems.iter().take(MAX_PROBLEMS).map(line).collect()
    };
    ImportResult {
        rows: report.rows,
        added: report.added,
        updated: report.updated,
        unchanged: report.unchanged,
        failed: report.failed,
        imported: report.imported,
        errors: lines(&report.errors),
        warnings: lines(&report.warnings),
        refusal: report.failure_sentence(lang).unwrap_or_default(),
    }
}
