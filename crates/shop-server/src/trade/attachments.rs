//! Files of conversations in the data folder: stored under names that cannot be guessed, served only as downloads.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use async_trait::async_trait;
use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use shop_services::platform::boundary::external;
use shop_services::ports::{AttachmentFolder, ConversationFile, StoreError};
use tokio::fs::{self, File, OpenOptions};
use tokio::io::AsyncWriteExt;
use tokio_util::io::ReaderStream;

use crate::platform::config::Config;

/// Folder of these files.
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// Returns the folder of a server.
    pub(crate) fn of(config: &Config) -> Self {
        Self(config.attachments_dir())
    }

    /// Returns the path of a file; `None` for an invalid name.
    fn path(&self, file: &str) -> Option<PathBuf> {
        let plain = !file.is_empty() && file.bytes().all(|byte| byte.is_ascii_alphanumeric());
        plain.then(|| self.0.join(file))
    }

    async fn write(&self, file: &str, content: &[u8]) -> io::Result<()> {
        let path = self.path(file).ok_or(io::ErrorKind::InvalidInput)?;
        fs::create_dir_all(&self.0).await?;
        let mut made = OpenOptions::new().write(true).create_new(true).open(path).await?;
        made.write_all(content).await?;
        made.sync_all().await
    }

    async fn old_names(&self, age: Duration) -> io::Result<Vec<String>> {
        let mut entries = match fs::read_dir(&self.0).await {
            Ok(entries) => entries,
            // The folder does not exist until a file is stored.
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        let mut names = Vec::new();
        while let Some(entry) = entries.next_entry().await? {
            let changed = entry.metadata().await?.modified()?;
            if changed.elapsed().is_ok_and(|since| since >= age) {
                names.extend(entry.file_name().into_string());
            }
        }
        Ok(names)
    }
}

fn storage_error(error: &io::Error) -> StoreError {
    StoreError::Unavailable(format!("attachments: {error}"))
}

#[async_trait]
impl AttachmentFolder for Folder {
    async fn keep(&self, file: &str, content: &[u8]) -> Result<(), StoreError> {
        external(self.write(file, content)).await.map_err(|error| storage_error(&error))
    }

    async fn forget(&self, file: &str) {
        let Some(path) = self.path(file) else { return };
        if let Err(error) = external(fs::remove_file(path)).await
            && error.kind() != io::ErrorKind::NotFound
        {
            tracing::warn!(%error, "a file of a conversation could not be deleted");
        }
    }

    async fn older_than(&self, age_s: u64) -> Result<Vec<String>, StoreError> {
        external(self.old_names(Duration::from_secs(age_s))).await.map_err(|error| storage_error(&error))
    }
}

/// Serves a file as a download, never inline in the shop's origin.
pub(crate) async fn download(config: &Config, file: &ConversationFile) -> Response {
    let opened = match Folder::of(config).path(&file.file) {
        Some(path) => File::open(path).await,
        None => Err(io::ErrorKind::NotFound.into()),
    };
    let Ok(opened) = opened else {
        tracing::warn!(file = file.id, "a file of a conversation is not in its folder");
        return StatusCode::NOT_FOUND.into_response();
    };
    let mut response = Body::from_stream(ReaderStream::new(opened)).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(file.kind.as_str()));
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(file.size_bytes));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    if let Ok(value) = HeaderValue::from_str(&disposition(&file.name)) {
        headers.insert(header::CONTENT_DISPOSITION, value);
    }
    response
}

/// Builds the `Content-Disposition` header for a file name (RFC 6266).
pub(crate) fn disposition(name: &str) -> String {
    let plain: String = name
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | ' ') { c } else { '_' })
        .collect();
    let mut encoded = String::new();
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_') {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    format!("attachment; filename=\"{plain}\"; filename*=UTF-8''{encoded}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_end_its_header() {
        assert_eq!(
            disposition("guida \"è\"\r\n.pdf"),
            "attachment; filename=\"guida _____.pdf\"; filename*=UTF-8''guida%20%22%C3%A8%22%0D%0A.pdf"
        );
    }

    #[test]
    fn no_name_leads_out_of_the_folder() {
        let folder = Folder(PathBuf::from("/data"));
        for name in ["", ".", "..", "../shop.db", "a/b", "a.b", "/etc/passwd", "a\0"] {
            assert_eq!(folder.path(name), None, "{name}");
        }
        assert_eq!(folder.path("0af3"), Some(PathBuf::from("/data/0af3")));
    }
}
