//! Encryption of backups with `age`: with a passphrase, or for a recipient whose identity is stored elsewhere.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use age::secrecy::SecretString;
use age::stream::StreamWriter;
use age::x25519;
use age::{DecryptError, Decryptor, Encryptor};

use super::BackupError;
use crate::platform::config::Config;

/// Start of an encrypted file.
const ENCRYPTED: &[u8] = b"age-encryption.org/";
/// Start of a compressed file.
const COMPRESSED: &[u8] = &[0x28, 0xB5, 0x2F, 0xFD];

/// Work factor of a passphrase, as a power of two: 64 MiB of memory for half a second, on any machine. The library would adapt it
/// to the machine's speed, up to gigabytes.
const WORK: u8 = 16;

/// Error of unusable keys. Keys are not repeated.
#[derive(Debug, thiserror::Error)]
pub enum KeysError {
    /// The recipient is invalid.
    #[error("backup_recipient is no recipient of age: it begins with age1")]
    Recipient,
    /// The identity file cannot be read.
    #[error("{path} holds no identity of age: {reason}")]
    Identity { path: String, reason: String },
    /// The backup is encrypted with a passphrase, which is not configured.
    #[error("the backup is encrypted with a passphrase: set SHOP_BACKUP_PASSPHRASE")]
    PassphraseMissing,
    /// The backup is encrypted for a recipient, whose identity is not configured.
    #[error("the backup is encrypted for a recipient: set SHOP_BACKUP_IDENTITY_FILE to the file with its identity")]
    IdentityMissing,
    #[error(
        "the backup does not open: it was encrypted with another passphrase or for another recipient, or its beginning is damaged"
    )]
    Wrong,
}

/// Keys for encrypting and decrypting backups.
#[derive(Clone, Default)]
pub struct Keys {
    passphrase: Option<SecretString>,
    recipient: Option<x25519::Recipient>,
    identity_file: Option<PathBuf>,
    /// Identity that decrypts what this process has just written for a recipient, to verify it.
    own: Option<x25519::Identity>,
}

impl std::fmt::Debug for Keys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Keys")
    }
}

impl Keys {
    /// Loads the keys of the configuration.
    pub fn of(config: &Config) -> Result<Self, KeysError> {
        let set = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let recipient = set(&config.backup_recipient).map(|text| text.parse().map_err(|_| KeysError::Recipient));
        let identity = &config.backup_identity_file;
        Ok(Self {
            passphrase: set(&config.backup_passphrase).map(SecretString::from),
            recipient: recipient.transpose()?,
            identity_file: (!identity.as_os_str().is_empty()).then(|| identity.clone()),
            own: None,
        })
    }

    /// Tells whether backups are encrypted.
    pub fn encrypt(&self) -> bool {
        self.passphrase.is_some() || self.recipient.is_some()
    }

    /// Adds an ephemeral identity that can decrypt what it writes.
    pub(super) fn with_own(mut self) -> Self {
        if self.recipient.is_some() {
            self.own = Some(x25519::Identity::generate());
        }
        self
    }

    /// Creates a writer that encrypts, if configured.
    pub(super) fn lock(&self, file: File) -> io::Result<Locked> {
        let file = BufWriter::new(file);
        let encryptor = if let Some(recipient) = &self.recipient {
            let own = self.own.as_ref().map(x25519::Identity::to_public);
            let all = std::iter::once(recipient).chain(&own).map(|one| one as &dyn age::Recipient);
            Encryptor::with_recipients(all).map_err(io::Error::other)?
        } else if let Some(passphrase) = &self.passphrase {
            let mut recipient = age::scrypt::Recipient::new(passphrase.clone());
            recipient.set_work_factor(WORK);
            let recipient = std::iter::once(&recipient as &dyn age::Recipient);
            Encryptor::with_recipients(recipient).map_err(io::Error::other)?
        } else {
            return Ok(Locked::Plain(file));
        };
        Ok(Locked::Encrypted(Box::new(encryptor.wrap_output(file)?)))
    }

    /// Opens a backup for reading.
    pub(super) fn unlock(&self, path: &Path) -> Result<Box<dyn Read>, BackupError> {
        let open = || File::open(path).map_err(|error| BackupError::file(path, error));
        let mut first = Vec::new();
        let length = u64::try_from(ENCRYPTED.len()).unwrap_or_default();
        open()?.take(length).read_to_end(&mut first).map_err(|error| BackupError::file(path, error))?;
        let file = BufReader::new(open()?);
        if first.starts_with(COMPRESSED) {
            return Ok(Box::new(file));
        }
        if first != ENCRYPTED {
            return Err(BackupError::NotABackup(path.display().to_string()));
        }
        let decryptor = Decryptor::new_buffered(file).map_err(|error| unopened(path, error))?;
        let identities = self.identities(decryptor.is_scrypt())?;
        let reader = decryptor.decrypt(identities.iter().map(AsRef::as_ref));
        Ok(Box::new(reader.map_err(|error| unopened(path, error))?))
    }

    fn identities(&self, by_passphrase: bool) -> Result<Vec<Box<dyn age::Identity>>, KeysError> {
        if by_passphrase {
            let passphrase = self.passphrase.clone().ok_or(KeysError::PassphraseMissing)?;
            return Ok(vec![Box::new(age::scrypt::Identity::new(passphrase))]);
        }
        if let Some(own) = &self.own {
            return Ok(vec![Box::new(own.clone())]);
        }
        let path = self.identity_file.as_ref().ok_or(KeysError::IdentityMissing)?;
        let wrong = |reason: String| KeysError::Identity { path: path.display().to_string(), reason };
        let file = File::open(path).map_err(|error| wrong(error.to_string()))?;
        let file = age::IdentityFile::from_buffer(BufReader::new(file)).map_err(|error| wrong(error.to_string()))?;
        file.into_identities().map_err(|error| wrong(error.to_string()))
    }
}

fn unopened(path: &Path, error: DecryptError) -> BackupError {
    match error {
        DecryptError::Io(error) if error.kind() != io::ErrorKind::UnexpectedEof => BackupError::file(path, error),
        DecryptError::NoMatchingKeys | DecryptError::DecryptionFailed | DecryptError::KeyDecryptionFailed => {
            KeysError::Wrong.into()
        }
        other => BackupError::damaged(path, other),
    }
}

/// A file, encrypted or not.
pub(super) enum Locked {
    Plain(BufWriter<File>),
    Encrypted(Box<StreamWriter<BufWriter<File>>>),
}

impl Locked {
    /// Flushes everything to disk.
    pub(super) fn finish(self) -> io::Result<()> {
        let file = match self {
            Self::Plain(file) => file,
            Self::Encrypted(stream) => stream.finish()?,
        };
        file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
    }
}

impl Write for Locked {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Plain(file) => file.write(bytes),
            Self::Encrypted(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Plain(file) => file.flush(),
            Self::Encrypted(stream) => stream.flush(),
        }
    }
}
