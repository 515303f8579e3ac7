//! Imports that run, so that every process can tell how they stand; and the catalogue as files hold it.

use std::io::Read;
use std::sync::Arc;

use super::{DryStore, ImportError, ImportOptions, ImportReport, import_products};
use crate::platform::context::Context;
use crate::ports::{CatalogueData, CatalogueStore, ImportJob, ImportJobStore, SettingsStore, StoreError, ports};

/// An import that nobody has heard of for so long is over: its process has ended.
const DEAD_AFTER_S: i64 = 60;

ports! {
    /// Ports of [`Imports`].
    pub(crate) trait ImportsPorts: CatalogueStore + ImportJobStore + SettingsStore
}

/// Catalogues that are read in, and what became of it.
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

    /// The same without writing anything.
    pub async fn try_import(&self, reader: impl Read, options: ImportOptions<'_>) -> Result<ImportReport, ImportError> {
        import_products(&DryStore::new(self.store.as_ref()), reader, options).await
    }

    /// All products as they are stored.
    pub async fn catalogue_data(&self) -> Result<CatalogueData, StoreError> {
        self.store.load_catalogue().await
    }

    /// Notes that an import begins; gives its number, or `None` while another runs.
    pub async fn begin_import(&self, job: &ImportJob) -> Result<Option<i64>, StoreError> {
        self.store.add_import(job, self.context.now() - DEAD_AFTER_S).await
    }

    /// Notes how an import stands now.
    pub async fn note_import(&self, job: &mut ImportJob) -> Result<(), StoreError> {
        job.updated_at = self.context.now();
        self.store.update_import(job).await
    }

    /// How an import stands.
    pub async fn import_job(&self, id: i64) -> Result<Option<ImportJob>, StoreError> {
        Ok(self.store.import_job(id).await?.map(|job| self.given_up(job)))
    }

    /// How the newest import stands; `None`: there was none.
    pub async fn last_import(&self) -> Result<Option<ImportJob>, StoreError> {
        Ok(self.store.last_import().await?.map(|job| self.given_up(job)))
    }

    fn given_up(&self, job: ImportJob) -> ImportJob {
        let dead = !job.is_over() && job.updated_at < self.context.now() - DEAD_AFTER_S;
        if dead { ImportJob { stage: "failed".into(), ..job } } else { job }
    }
}
