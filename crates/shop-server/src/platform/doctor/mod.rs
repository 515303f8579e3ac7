//! `shop doctor`: finds problems before visitors do. Each check reports its result and what to do; secrets are never shown.

mod address;
mod backups;
mod clock;
mod database;
mod folder;
mod mail;
mod payments;

use std::io::Write;

use shop_storage::Db;

use crate::platform::config::Config;

/// Severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Everything is fine.
    Ok,
    /// The shop runs, but with a limitation.
    Warn,
    /// Something does not work, or soon will not.
    Fail,
}

impl Level {
    const fn word(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Warn => "warn",
            Self::Fail => "fail",
        }
    }
}

/// Result of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Severity of the result.
    pub level: Level,
    /// What was checked.
    pub subject: &'static str,
    /// The result, and what to do about it.
    pub text: String,
}

/// Results of all checks, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    pub findings: Vec<Finding>,
}

impl Report {
    fn ok(&mut self, subject: &'static str, text: impl Into<String>) {
        self.add(Level::Ok, subject, text.into());
    }

    fn warn(&mut self, subject: &'static str, text: impl Into<String>) {
        self.add(Level::Warn, subject, text.into());
    }

    fn fail(&mut self, subject: &'static str, text: impl Into<String>) {
        self.add(Level::Fail, subject, text.into());
    }

    fn add(&mut self, level: Level, subject: &'static str, text: String) {
        self.findings.push(Finding { level, subject, text });
    }

    /// Number of failed checks.
    pub fn failures(&self) -> usize {
        self.findings.iter().filter(|finding| finding.level == Level::Fail).count()
    }

    /// Prints a line for each check.
    pub fn print(&self, out: &mut dyn Write) -> std::io::Result<()> {
        for Finding { level, subject, text } in &self.findings {
            writeln!(out, "{:<5} {subject:<12} {text}", level.word())?;
        }
        Ok(())
    }
}

/// Runs all checks. Changes nothing.
pub async fn examine(config: &Config) -> Report {
    let mut report = Report::default();
    let db = database::check(config, &mut report).await;
    folder::check(config, &mut report);
    backups::check(config, &mut report);
    mail::check(config, &mut report).await;
    payments::check(config, db.as_ref(), &mut report).await;
    clock::check(config, db.as_ref(), &mut report).await;
    address::check(config, &mut report);
    report
}

/// A database with this version's schema.
type Found = std::sync::Arc<Db>;
