//! Files uploaded with a registration. Their content is stored in the server's data folder.

use shop_core::base::CompanyId;
use shop_core::trade::registration_file::FileKind;

use super::Companies;
use crate::ports::{RegistrationFile, StoreError};

/// How long an uploaded file may stay unassigned: longer than a registration link is valid.
pub const FILE_LIFE_S: i64 = 3 * 24 * 3600;

/// A stored upload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewFile {
    /// Name under which it is stored.
    pub stored_name: String,
    /// Original file name.
    pub name: String,
    pub kind: FileKind,
    pub size_bytes: i64,
}

impl Companies {
    /// Records an uploaded file.
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

    /// Finds a file that was uploaded with an earlier submission and is unassigned or already belongs to this company.
    pub async fn uploaded_file(
        &self,
        stored_name: &str,
        company: Option<CompanyId>,
    ) -> Result<Option<RegistrationFile>, StoreError> {
        let found = self.store.registration_file(stored_name).await?;
        Ok(found.filter(|file| file.company_id.is_none() || file.company_id == company))
    }

    /// Returns a company's file.
    pub async fn company_file(
        &self,
        company: CompanyId,
        stored_name: &str,
    ) -> Result<Option<RegistrationFile>, StoreError> {
        Ok(self.store.registration_file(stored_name).await?.filter(|file| file.company_id == Some(company)))
    }

    pub async fn company_files(&self, company: CompanyId) -> Result<Vec<RegistrationFile>, StoreError> {
        self.store.company_files(company).await
    }

    /// Deletes the records of files that stayed unassigned for too long; returns their stored names.
    pub async fn take_stray_files(&self) -> Result<Vec<String>, StoreError> {
        self.store.take_stray_files(self.context.now() - FILE_LIFE_S).await
    }
}
