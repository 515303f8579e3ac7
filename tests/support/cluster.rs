//! A PostgreSQL of a test's own, which it may stop as it likes: for what others' tests must not see.

use std::net::TcpListener;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// A running cluster on a port, removed at the end of its test. What was committed outlives the end of its processes.
#[derive(Debug)]
pub struct Cluster {
    folder: TempDir,
    programs: PathBuf,
    port: u16,
}

impl Cluster {
    /// Makes a cluster and starts it.
    ///
    /// # Panics
    /// PostgreSQL is not installed, or other users may not pass through `TMPDIR` (it refuses to run as root).
    pub fn start() -> Self {
        let folder = TempDir::with_prefix("shop-cluster-").expect("a temporary folder can be made");
        if is_root() {
            let given = Command::new("chown").arg("postgres").arg(folder.path()).status().expect("chown is there");
            assert!(given.success(), "there is no user postgres");
        }
        let free = TcpListener::bind("127.0.0.1:0").and_then(|taken| taken.local_addr()).expect("a free port");
        let cluster = Self { folder, programs: programs(), port: free.port() };
        cluster.run("initdb", &["-U", "shop", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]);
        cluster.start_again();
        cluster
    }

    /// Address of its database.
    pub fn address(&self) -> String {
        format!("postgres://shop@127.0.0.1:{}/postgres", self.port)
    }

    /// Ends all its processes at once, as a crash would: the next start recovers what was committed.
    pub fn crash(&self) {
        self.run("pg_ctl", &["-m", "immediate", "-w", "stop"]);
    }

    /// Starts it, and waits until it answers.
    pub fn start_again(&self) {
        let folder = self.folder.path().display();
        let options = format!("-k {folder} -p {} -c listen_addresses=127.0.0.1 -c fsync=off", self.port);
        let log = self.folder.path().join("log").display().to_string();
        self.run("pg_ctl", &["-w", "-l", &log, "-o", &options, "start"]);
    }

    /// Fills its database with what is in another.
    pub(crate) fn copy(&self, from: &str) {
        let dump = self.folder.path().join("dump.sql").display().to_string();
        let ran = Command::new(self.programs.join("pg_dump")).args(["--no-owner", "--file", &dump, from]).status();
        assert!(ran.expect("pg_dump is there").success(), "the other database can be read");
        let mut psql = Command::new(self.programs.join("psql"));
        psql.args(["--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--file", &dump, &self.address()]);
        let ran = psql.stdout(Stdio::null()).status();
        assert!(ran.expect("psql is there").success(), "the database can be filled");
    }

    /// Runs one of its programs on its folder, as its owner.
    fn run(&self, program: &str, arguments: &[&str]) {
        let data = self.folder.path().join("data");
        let program = self.programs.join(program);
        let mut command = if is_root() {
            let mut command = Command::new("runuser");
            command.args(["-u", "postgres", "--"]).arg(program);
            command
        } else {
            Command::new(program)
        };
        // A server that is started keeps what it was given to write to: a pipe would never end.
        command.current_dir("/").arg("-D").arg(data).args(arguments).stdin(Stdio::null()).stdout(Stdio::null());
        let status = command.status().expect("PostgreSQL's programs can be run");
        assert!(status.success(), "{arguments:?}");
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if self.folder.path().join("data/postmaster.pid").exists() {
            self.crash();
        }
    }
}

fn is_root() -> bool {
    Path::new("/proc/self").metadata().is_ok_and(|process| process.uid() == 0)
}

/// Where Debian keeps the programs of the newest version, which it leaves off `PATH`; else `PATH` is asked.
fn programs() -> PathBuf {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().filter_map(Result::ok);
    let folders = versions.map(|version| version.path().join("bin")).filter(|folder| folder.join("initdb").exists());
    folders.max().unwrap_or_default()
}
