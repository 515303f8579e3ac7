//! The files of the data folder that are backed up: pictures, downloadable products, files of conversations, and the payment
//! provider's domain file.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Component, Path, PathBuf};

/// Paths of the data folder that are backed up: folders, and the payment sandbox's database (or the journal of an earlier
/// version). The shop's own database is backed up as rows.
const BACKED_UP_PATHS: [&str; 7] =
    ["pictures", "downloads", "attachments", "registrations", "well-known", SANDBOX, "sandbox.jsonl"];
const SANDBOX: &str = "sandbox.db";
/// SQLite's auxiliary files, which it would apply to a restored database.
const SANDBOX_AUXILIARY_FILES: [&str; 2] = ["sandbox.db-wal", "sandbox.db-shm"];

/// Calls a function for every file to back up, with its path below the data folder. Returns the skipped paths: links that lead
/// out of their folder, links to folders, and anything but files.
pub(super) fn each(
    data: &Path,
    then: &mut dyn FnMut(&Path, File) -> io::Result<()>,
) -> Result<Vec<PathBuf>, (PathBuf, io::Error)> {
    let mut left_out = Vec::new();
    for entry in BACKED_UP_PATHS {
        visit(data, Path::new(entry), then, &mut left_out)?;
    }
    Ok(left_out)
}

fn visit(
    data: &Path,
    path: &Path,
    then: &mut dyn FnMut(&Path, File) -> io::Result<()>,
    left_out: &mut Vec<PathBuf>,
) -> Result<(), (PathBuf, io::Error)> {
    let whole = data.join(path);
    let failed = |error| (whole.clone(), error);
    let found = match fs::symlink_metadata(&whole) {
        Ok(found) => found,
        // Deleted since its folder was listed, or never created.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(failed(error)),
    };
    if found.is_dir() {
        let mut names = Vec::new();
        for entry in fs::read_dir(&whole).map_err(failed)? {
            names.push(entry.map_err(failed)?.file_name());
        }
        names.sort();
        return names.iter().try_for_each(|name| visit(data, &path.join(name), then, left_out));
    }
    let within = !found.is_symlink() || leads_within(data, path, &whole);
    if !within || !fs::metadata(&whole).is_ok_and(|target| target.is_file()) {
        left_out.push(path.to_owned());
        return Ok(());
    }
    match if path == Path::new(SANDBOX) { open_copy(data, &whole) } else { File::open(&whole) } {
        Ok(file) => then(path, file).map_err(failed),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(failed(error)),
    }
}

/// Opens a consistent copy of the sandbox's database, which is deleted on close.
fn open_copy(data: &Path, sandbox: &Path) -> io::Result<File> {
    let copy = data.join(format!(".sandbox-{}", std::process::id()));
    // A leftover of a killed process with the same id.
    ignore_missing(fs::remove_file(&copy))?;
    drop(make_file(&copy)?);
    let opened = shop_sandbox::copy(sandbox, &copy).and_then(|()| File::open(&copy));
    fs::remove_file(&copy)?;
    opened
}

/// Ignores "not found" when deleting.
fn ignore_missing(deleted: io::Result<()>) -> io::Result<()> {
    deleted.or_else(|error| if error.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(error) })
}

/// Tells whether a link leads into the same backed-up folder, as the shop creates them.
fn leads_within(data: &Path, path: &Path, whole: &Path) -> bool {
    let entry = path.components().next().map(|first| data.join(first)).and_then(|entry| entry.canonicalize().ok());
    entry.is_some_and(|entry| whole.canonicalize().is_ok_and(|target| target.starts_with(entry)))
}

/// Returns the existing, non-empty folders and files.
pub(super) fn existing_paths(data: &Path) -> Vec<&'static str> {
    let holds = |entry: &&str| {
        let path = data.join(entry);
        fs::read_dir(&path).map_or_else(|_| path.exists(), |mut entries| entries.next().is_some())
    };
    BACKED_UP_PATHS.into_iter().filter(holds).collect()
}

/// Tells whether a backup may write to a path below the data folder.
pub(super) fn is_backed_up(path: &Path) -> bool {
    let plain = path.components().all(|part| matches!(part, Component::Normal(_)));
    plain && BACKED_UP_PATHS.iter().any(|entry| path.starts_with(entry))
}

/// Creates a folder and its parents with mode 0700.
pub(super) fn make_folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(path)
}

/// Creates a new file with mode 0600.
pub(super) fn make_file(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)
}

/// Files staged beside the data folder's own until the restore is complete. Dropping it deletes them.
#[derive(Debug)]
pub(super) struct Staged {
    data: PathBuf,
    folder: PathBuf,
    /// Moved paths, from and to, so that they can be moved back.
    moved: Vec<(PathBuf, PathBuf)>,
}

impl Staged {
    pub(super) fn create(data: &Path) -> io::Result<Self> {
        make_folder(data)?;
        let folder = data.join(format!(".restore-{}", std::process::id()));
        ignore_missing(fs::remove_dir_all(&folder))?;
        make_folder(&folder.join("new"))?;
        make_folder(&folder.join("old"))?;
        Ok(Self { data: data.to_owned(), folder, moved: Vec::new() })
    }

    /// Returns the folder for new files.
    pub(super) fn new_folder(&self) -> PathBuf {
        self.folder.join("new")
    }

    /// Replaces the old files by the new ones; the old files are kept for a rollback.
    pub(super) fn swap(&mut self) -> io::Result<()> {
        let (new, old) = (self.new_folder(), self.folder.join("old"));
        // One sync for all files.
        rustix::fs::syncfs(File::open(&new)?)?;
        for entry in BACKED_UP_PATHS.into_iter().chain(SANDBOX_AUXILIARY_FILES) {
            let here = self.data.join(entry);
            self.move_if_there(&here, &old.join(entry))?;
            self.move_if_there(&new.join(entry), &here)?;
        }
        File::open(&self.data)?.sync_all()
    }

    fn move_if_there(&mut self, from: &Path, to: &Path) -> io::Result<()> {
        if from.exists() {
            fs::rename(from, to)?;
            self.moved.push((from.to_owned(), to.to_owned()));
        }
        Ok(())
    }

    /// Restores the old files.
    pub(super) fn swap_back(&mut self) -> io::Result<()> {
        while let Some((from, to)) = self.moved.pop() {
            fs::rename(to, from)?;
        }
        Ok(())
    }
}

impl Drop for Staged {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_dir_all(&self.folder) {
            tracing::warn!(folder = %self.folder.display(), %error, "what a restore left behind could not be deleted");
        }
    }
}

/// Writes a file below a folder.
pub(super) fn write(folder: &Path, path: &Path, content: &mut dyn Read) -> io::Result<()> {
    let whole = folder.join(path);
    if let Some(parent) = whole.parent() {
        make_folder(parent)?;
    }
    let mut file = make_file(&whole)?;
    io::copy(content, &mut file).map(|_| ())
}
