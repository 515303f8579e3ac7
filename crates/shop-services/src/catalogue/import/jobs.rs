//! Running imports, recorded so that every process can show their progress, and the stored catalogue for exports.

use std::io::Read;
use std::sync::Arc;

use super::{DryStore, ImportError, ImportOptions, ImportReport, import_products};
use crate::platform::context::Context;
use crate::ports::{CatalogueData, CatalogueStore, ImportJob, ImportJobStore, SettingsStore, StoreError, ports};

/// Without an update for this long an import counts as ended: its process is gone.
const DEAD_AFTER_S: i64 = 60;

ports! {
    pub(crate) trait ImportsPorts: CatalogueStore + ImportJobStore + SettingsStore
}

/// Catalogue imports and their results.
#[derive(Clone)]
pub struct Imports {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn ImportsPorts>,
}

impl Imports {
    /// Imports products, see [`import_products`].
    pub async fn import(&self, reader: impl Read, options: ImportOptions<'_>) -> Result<ImportReport, ImportError> {
        import_products(self.store.as_ref(), reader, options).await
    }

    /// Dry run: the same without writing anything.
    pub async fn try_import(&self, reader: impl Read, options: ImportOptions<'_>) -> Result<ImportReport, ImportError> {
        import_products(&DryStore::new(self.store.as_ref()), reader, options).await
    }

    /// Loads all stored products.
    pub async fn catalogue_data(&self) -> Result<CatalogueData, StoreError> {
        self.store.load_catalogue().await
    }

    /// Records the start of an import; returns its id, or `None` while another one is running.
    pub async fn begin_import(&self, job: &ImportJob) -> Result<Option<i64>, StoreError> {
        self.store.add_import(job, self.context.now() - DEAD_AFTER_S).await
    }

    /// Records the current state of an import.
    pub async fn note_import(&self, job: &mut ImportJob) -> Result<(), StoreError> {
        job.updated_at = self.context.now();
        self.store.update_import(job).await
    }

    /// Returns the state of an import.
    pub async fn import_job(&self, id: i64) -> Result<Option<ImportJob>, StoreError> {
        Ok(self.store.import_job(id).await?.map(|job| self.given_up(job)))
    }

    /// Returns the state of the latest import, if any.
    pub async fn last_import(&self) -> Result<Option<ImportJob>, StoreError> {
        Ok(self.store.last_import().await?.map(|job| self.given_up(job)))
    }

    fn given_up(&self, job: ImportJob) -> ImportJob {
        let dead = !job.is_over() && job.updated_at < self.context.now() - DEAD_AFTER_S;
        if dead { ImportJob { stage: "failed".into(), ..job } } else { job }
    }
}
