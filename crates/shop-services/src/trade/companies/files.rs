//! Files that come with a registration. Their content is kept by the server's data folder.

use shop_core::base::CompanyId;
use shop_core::trade::registration_file::FileKind;

use super::Companies;
use crate::ports::{RegistrationFile, StoreError};

/// How long a file waits to become a company's: longer than the link of a registration lives.
pub const FILE_LIFE_S: i64 = 3 * 24 * 3600;

/// A file that was kept under a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewFile {
    /// Name under which it is kept.
    pub stored_name: String,
    /// Name that it came with.
    pub name: String,
    /// What it is.
    pub kind: FileKind,
    pub size_bytes: i64,
}

impl Companies {
    /// Notes a file that was kept.
    pub async fn add_file(&self, new: NewFile) -> Result<RegistrationFile, StoreError> {
        let file = RegistrationFile {
            stored_name: new.stored_name,
            name: new.name,
            kind: new.kind,
            size_bytes: new.size_bytes,
            company_id: None,
            created_at: self.context.now(),
        };
        self.store.add_registration_file(&file).await?;
        Ok(file)
    }

    /// A file that came with an earlier try and is nobody's yet, or is this company's already.
    pub async fn kept_file(
        &self,
        stored_name: &str,
        company: Option<CompanyId>,
    ) -> Result<Option<RegistrationFile>, StoreError> {
        let found = self.store.registration_file(stored_name).await?;
        Ok(found.filter(|file| file.company_id.is_none() || file.company_id == company))
    }

    /// A company's file.
    pub async fn company_file(
        &self,
        company: CompanyId,
        stored_name: &str,
    ) -> Result<Option<RegistrationFile>, StoreError> {
        Ok(self.store.registration_file(stored_name).await?.filter(|file| file.company_id == Some(company)))
    }

    /// The files of a company.
    pub async fn company_files(&self, company: CompanyId) -> Result<Vec<RegistrationFile>, StoreError> {
        self.store.company_files(company).await
    }

    /// Forgets files that became no company's in time; gives the names they are kept under.
    pub async fn take_stray_files(&self) -> Result<Vec<String>, StoreError> {
        self.store.take_stray_files(self.context.now() - FILE_LIFE_S).await
    }
}
