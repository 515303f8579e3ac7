//! The kept files of the data folder: pictures, files that are sold, files of conversations, and what the payment provider wants to find.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Component, Path, PathBuf};

/// What of the data folder is kept: folders, and the payment sandbox's database, or its journal where it is of an earlier
/// version. The shop's own database is kept as rows.
const KEPT: [&str; 7] =
    ["pictures", "downloads", "attachments", "registrations", "well-known", SANDBOX, "sandbox.jsonl"];
const SANDBOX: &str = "sandbox.db";
/// What SQLite keeps beside a database, and would take for a part of another one in its place.
const BESIDE_SANDBOX: [&str; 2] = ["sandbox.db-wal", "sandbox.db-shm"];

/// Calls for every kept file with its path below the data folder. Gives the paths that were left out: links that lead out of
/// their folder, links to folders, and what is no file.
pub(super) fn each(
    data: &Path,
    then: &mut dyn FnMut(&Path, File) -> io::Result<()>,
) -> Result<Vec<PathBuf>, (PathBuf, io::Error)> {
    let mut left_out = Vec::new();
    for kept in KEPT {
        visit(data, Path::new(kept), then, &mut left_out)?;
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
        // Deleted since its folder was listed, or never made.
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

/// The sandbox's database as of one moment, in a file that is gone when it is closed.
fn open_copy(data: &Path, sandbox: &Path) -> io::Result<File> {
    let copy = data.join(format!(".sandbox-{}", std::process::id()));
    // One of a process that was killed, whose number came again.
    gone(fs::remove_file(&copy))?;
    drop(make_file(&copy)?);
    let opened = shop_sandbox::copy(sandbox, &copy).and_then(|()| File::open(&copy));
    fs::remove_file(&copy)?;
    opened
}

/// Whether what was deleted is gone: also where it was not there.
fn gone(deleted: io::Result<()>) -> io::Result<()> {
    deleted.or_else(|error| if error.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(error) })
}

/// Whether a link leads to something in the same kept folder, as the shop gives it out.
fn leads_within(data: &Path, path: &Path, whole: &Path) -> bool {
    let kept = path.components().next().map(|first| data.join(first)).and_then(|kept| kept.canonicalize().ok());
    kept.is_some_and(|kept| whole.canonicalize().is_ok_and(|target| target.starts_with(kept)))
}

/// The kept folders and files that are there, unless they are empty.
pub(super) fn present(data: &Path) -> Vec<&'static str> {
    let holds = |kept: &&str| {
        let path = data.join(kept);
        fs::read_dir(&path).map_or_else(|_| path.exists(), |mut entries| entries.next().is_some())
    };
    KEPT.into_iter().filter(holds).collect()
}

/// Whether a path is one that a backup may write below the data folder.
pub(super) fn is_kept(path: &Path) -> bool {
    let plain = path.components().all(|part| matches!(part, Component::Normal(_)));
    plain && KEPT.iter().any(|kept| path.starts_with(kept))
}

/// Makes a folder that only this user sees into, with those above it.
pub(super) fn make_folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(path)
}

/// Makes a file that was not there, which only this user reads.
pub(super) fn make_file(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)
}

/// Files that wait beside the data folder's own until all of them are there. Dropped, they are gone.
#[derive(Debug)]
pub(super) struct Staged {
    data: PathBuf,
    folder: PathBuf,
    /// What was moved from where to where, so that it can be undone.
    moved: Vec<(PathBuf, PathBuf)>,
}

impl Staged {
    pub(super) fn begin(data: &Path) -> io::Result<Self> {
        make_folder(data)?;
        let folder = data.join(format!(".restore-{}", std::process::id()));
        gone(fs::remove_dir_all(&folder))?;
        make_folder(&folder.join("new"))?;
        make_folder(&folder.join("old"))?;
        Ok(Self { data: data.to_owned(), folder, moved: Vec::new() })
    }

    /// Where new files are written.
    pub(super) fn place(&self) -> PathBuf {
        self.folder.join("new")
    }

    /// Puts the new files in the place of the old ones, which wait.
    pub(super) fn swap(&mut self) -> io::Result<()> {
        let (new, old) = (self.place(), self.folder.join("old"));
        // On the disk once, not file by file.
        rustix::fs::syncfs(File::open(&new)?)?;
        for kept in KEPT.into_iter().chain(BESIDE_SANDBOX) {
            let here = self.data.join(kept);
            self.move_if_there(&here, &old.join(kept))?;
            self.move_if_there(&new.join(kept), &here)?;
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

    /// Brings the old files back.
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

/// Writes one file below a folder.
pub(super) fn write(folder: &Path, path: &Path, content: &mut dyn Read) -> io::Result<()> {
    let whole = folder.join(path);
    if let Some(parent) = whole.parent() {
        make_folder(parent)?;
    }
    let mut file = make_file(&whole)?;
    io::copy(content, &mut file).map(|_| ())
}
