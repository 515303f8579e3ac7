//! Files of trade registrations: stored in a data folder that is not served, under names that cannot be guessed.

use std::path::PathBuf;

use shop_core::trade::registration_file::FileKind;
use shop_services::Shop;
use shop_services::platform::boundary::external;
use shop_services::ports::{RegistrationFile, StoreError};
use shop_services::trade::companies::NewFile;

use crate::platform::config::Config;

/// Stores a file and records it.
pub(crate) async fn keep(
    shop: &Shop,
    config: &Config,
    name: &str,
    kind: FileKind,
    content: &[u8],
) -> Result<RegistrationFile, StoreError> {
    let stored_name = format!("{}.{}", shop.context.random().hex(16), kind.as_str());
    let failed = |error: std::io::Error| StoreError::Unavailable(format!("a file cannot be kept: {error}"));
    let folder = config.registrations_dir();
    external(tokio::fs::create_dir_all(&folder)).await.map_err(failed)?;
    external(tokio::fs::write(folder.join(&stored_name), content)).await.map_err(failed)?;
    let size_bytes = i64::try_from(content.len()).unwrap_or(i64::MAX);
    shop.companies.add_file(NewFile { stored_name, name: name.to_owned(), kind, size_bytes }).await
}

/// Reads a stored file; `None` when it does not exist.
pub(crate) async fn read(config: &Config, file: &RegistrationFile) -> Option<Vec<u8>> {
    external(tokio::fs::read(path(config, &file.stored_name)?)).await.ok()
}

/// Deletes the files of unfinished registrations, and those that companies no longer have.
pub(crate) async fn delete_stray(shop: &Shop, config: &Config) -> Result<(), StoreError> {
    for name in shop.companies.take_stray_files().await? {
        if let Some(path) = path(config, &name)
            && let Err(error) = external(tokio::fs::remove_file(path)).await
        {
            tracing::warn!(%error, name, "a file of a registration was not deleted");
        }
    }
    Ok(())
}

/// Returns the path of a file whose name [`keep`] generated.
fn path(config: &Config, stored_name: &str) -> Option<PathBuf> {
    let (name, ending) = stored_name.split_once('.')?;
    let plain = name.bytes().all(|byte| byte.is_ascii_hexdigit()) && !name.is_empty();
    (plain && FileKind::parse(ending).is_some()).then(|| config.registrations_dir().join(stored_name))
}
