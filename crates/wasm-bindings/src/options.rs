//! Command line options.

use std::path::PathBuf;

use anyhow::{Context, bail};

/// Parsed command line.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Command {
    /// Prints the version of `wasm-bindgen` that the bindings are compatible with.
    Version,
    Generate(Options),
}

/// Input, output and target of the bindings.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Options {
    pub(crate) module: PathBuf,
    pub(crate) target: Target,
    /// Output folder; created if it does not exist.
    pub(crate) out_dir: PathBuf,
    /// Prefix of all file names.
    pub(crate) out_name: String,
    /// Whether to write TypeScript declarations too.
    pub(crate) typescript: bool,
    /// Whether to remove the names of functions, which only debuggers read.
    pub(crate) remove_name_section: bool,
}

/// Environment in which the module is loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// ES modules for a bundler that supports WebAssembly modules.
    Bundler,
    /// A CommonJS module for Node.
    Nodejs,
    /// An ES module for pages and workers without a bundler.
    Web,
}

/// Parses the arguments that follow the program's name.
pub(crate) fn parse(arguments: impl IntoIterator<Item = String>) -> anyhow::Result<Command> {
    let (mut module, mut target, mut out_dir, mut out_name) = (None, None, None, None);
    let (mut typescript, mut remove_name_section) = (true, false);
    let mut arguments = arguments.into_iter();
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().with_context(|| format!("{argument} needs a value"));
        match argument.as_str() {
            "--version" | "-V" => return Ok(Command::Version),
            "--target" => set(&mut target, "--target", parse_target(&value()?)?)?,
            "--out-dir" => set(&mut out_dir, "--out-dir", PathBuf::from(value()?))?,
            "--out-name" => set(&mut out_name, "--out-name", value()?)?,
            "--typescript" => typescript = true,
            "--no-typescript" => typescript = false,
            "--remove-name-section" => remove_name_section = true,
            option if option.starts_with('-') => bail!("unknown option {option}; see crates/wasm-bindings/src/main.rs"),
            path => set(&mut module, "the module", PathBuf::from(path))?,
        }
    }
    Ok(Command::Generate(Options {
        module: module.context("the path of a compiled module is missing")?,
        target: target.context("--target is missing")?,
        out_dir: out_dir.context("--out-dir is missing")?,
        out_name: out_name.context("--out-name is missing")?,
        typescript,
        remove_name_section,
    }))
}

fn parse_target(name: &str) -> anyhow::Result<Target> {
    match name {
        "bundler" => Ok(Target::Bundler),
        "nodejs" => Ok(Target::Nodejs),
        "web" => Ok(Target::Web),
        _ => bail!("unknown target {name}: it is bundler, nodejs or web"),
    }
}

fn set<T>(place: &mut Option<T>, name: &str, value: T) -> anyhow::Result<()> {
    if place.replace(value).is_some() {
        bail!("{name} is given twice");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> anyhow::Result<Command> {
        super::parse(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn the_options_that_wasm_pack_passes_are_understood() {
        let expected = Options {
            module: "rules.wasm".into(),
            target: Target::Nodejs,
            out_dir: "pkg".into(),
            out_name: "shop_core".to_owned(),
            typescript: true,
            remove_name_section: false,
        };
        let line = "rules.wasm --out-dir pkg --typescript --target nodejs --out-name shop_core";
        assert_eq!(parse(line).unwrap(), Command::Generate(expected));
        assert_eq!(parse("--version").unwrap(), Command::Version);
    }

    #[test]
    fn a_wrong_command_line_is_refused_with_its_reason() {
        let complete = "rules.wasm --target web --out-dir pkg --out-name rules";
        for (line, reason) in [
            (String::new(), "the path of a compiled module is missing"),
            ("rules.wasm --out-dir pkg --out-name rules".to_owned(), "--target is missing"),
            ("rules.wasm --target web --out-name rules".to_owned(), "--out-dir is missing"),
            ("rules.wasm --target web --out-dir pkg".to_owned(), "--out-name is missing"),
            (format!("{complete} --out-name"), "--out-name needs a value"),
            (format!("{complete} --out-name other"), "--out-name is given twice"),
            (format!("{complete} other.wasm"), "the module is given twice"),
            (format!("{complete} --debug"), "unknown option --debug; see crates/wasm-bindings/src/main.rs"),
            ("rules.wasm --target deno".to_owned(), "unknown target deno: it is bundler, nodejs or web"),
        ] {
            assert_eq!(parse(&line).unwrap_err().to_string(), reason, "{line}");
        }
    }
}
