//! Generates JavaScript and TypeScript bindings for a compiled WebAssembly module.
//!
//! Takes the options of the official `wasm-bindgen` program that `scripts/build-wasm` and `wasm-pack` pass. The official program also
//! brings an HTTP client and a test runner, which take longer to compile than everything here.
//!
//! ```text
//! wasm-bindgen MODULE.wasm --target bundler|nodejs|web --out-dir FOLDER --out-name NAME
//!              [--typescript | --no-typescript] [--remove-name-section]
//! wasm-bindgen --version
//! ```

mod options;

use std::io::Write;
use std::process::ExitCode;

use options::{Command, Options, Target};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // If standard error is unavailable, the exit code must suffice.
            let _ = writeln!(std::io::stderr(), "wasm-bindgen: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> anyhow::Result<()> {
    match options::parse(std::env::args().skip(1))? {
        Command::Version => writeln!(std::io::stdout(), "wasm-bindgen {}", wasm_bindgen_shared::version())?,
        Command::Generate(options) => generate(&options)?,
    }
    Ok(())
}

fn generate(options: &Options) -> anyhow::Result<()> {
    let mut bindgen = Bindgen::new();
    match options.target {
        Target::Bundler => bindgen.bundler(true)?,
        Target::Nodejs => bindgen.nodejs(true)?,
        Target::Web => bindgen.web(true)?,
    };
    bindgen
        .input_path(&options.module)
        .out_name(&options.out_name)
        .typescript(options.typescript)
        .remove_name_section(options.remove_name_section)
        .generate(&options.out_dir)
}
