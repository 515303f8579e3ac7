//! The shop's program while it starts.

use std::io::{BufRead, BufReader, Lines};
use std::process::{Child, ChildStdout, Stdio};

use crate::place::Place;
use crate::server::shop_command;

/// A running command of the shop's program, whose output is read line by line. Killed when it is dropped.
#[derive(Debug)]
pub struct Starting {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Starting {
    /// Starts a command in a place, with more settings as environment variables.
    ///
    /// # Panics
    /// The program cannot be started.
    pub fn run(place: &Place, arguments: &[&str], settings: &[(&str, &str)]) -> Self {
        let mut command = shop_command(place.folder.path(), &place.database);
        command.args(arguments).envs(settings.iter().copied());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the shop's program can be started");
        let output = child.stdout.take().expect("its output is a pipe");
        Self { child, lines: BufReader::new(output).lines() }
    }

    /// Reads its output up to the line that begins with `start`.
    ///
    /// # Panics
    /// The program ends before.
    pub fn wait_for_line(&mut self, start: &str) {
        let found = self.lines.by_ref().map_while(Result::ok).any(|line| line.starts_with(start));
        assert!(found, "the program ended without a line that begins with '{start}'");
    }
}

impl Drop for Starting {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
