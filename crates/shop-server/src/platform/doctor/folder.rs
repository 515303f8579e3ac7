//! Checks that the data folder is writable and has free space.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use super::Report;
use crate::platform::config::Config;

const SUBJECT: &str = "data folder";
/// Free space below which the check fails.
const LITTLE_BYTES: u64 = 100 << 20;
/// Free space below which the check warns.
const SCARCE_BYTES: u64 = 1 << 30;

pub(super) fn check(config: &Config, report: &mut Report) {
    let folder = &config.data_dir;
    let shown = folder.display();
    let found = match fs::metadata(folder) {
        Ok(found) if found.is_dir() => found,
        Ok(_) => return report.fail(SUBJECT, format!("{shown} is no folder: set SHOP_DATA_DIR")),
        Err(error) => {
            return report.fail(SUBJECT, format!("{shown}: {error}; start the shop once, or set SHOP_DATA_DIR"));
        }
    };
    match try_write(folder) {
        Ok(()) => report.ok(SUBJECT, format!("{shown} can be written")),
        Err(error) => report.fail(SUBJECT, format!("{shown} cannot be written: {error}; give it to this user")),
    }
    if found.permissions().mode() & 0o007 != 0 {
        report.warn(SUBJECT, format!("any user of this machine may look into {shown}: chmod 700 {shown}"));
    }
    match rustix::fs::statvfs(folder) {
        Ok(space) => room(space.f_bavail.saturating_mul(space.f_frsize), report),
        Err(error) => report.warn(SUBJECT, format!("how much room there is cannot be told: {error}")),
    }
}

fn try_write(folder: &Path) -> std::io::Result<()> {
    let path = folder.join(format!(".doctor-{}", std::process::id()));
    fs::write(&path, b"written to see whether it can be")?;
    fs::remove_file(path)
}

fn room(free: u64, report: &mut Report) {
    let text = format!("{} MB are free", free >> 20);
    if free < LITTLE_BYTES {
        report.fail(SUBJECT, format!("{text}: make room before orders are lost"));
    } else if free < SCARCE_BYTES {
        report.warn(SUBJECT, format!("{text}: make room soon"));
    } else {
        report.ok(SUBJECT, text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::doctor::Level;

    #[test]
    fn a_disk_that_is_nearly_full_is_told_and_a_full_one_fails() {
        for (free, level) in [
            (0, Level::Fail),
            (LITTLE_BYTES - 1, Level::Fail),
            (LITTLE_BYTES, Level::Warn),
            (SCARCE_BYTES - 1, Level::Warn),
            (SCARCE_BYTES, Level::Ok),
        ] {
            let mut report = Report::default();
            room(free, &mut report);
            assert_eq!(report.findings[0].level, level, "{free}");
        }
    }
}
