//! The binary `shop`.

use std::process::ExitCode;

use clap::Parser;
use shop_server::cli::{Cli, run};

fn main() -> ExitCode {
    shop_server::platform::data_folder::keep_to_owner();
    match run(Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // A failed start prints one clear line, without a backtrace.
            let _ = std::io::Write::write_all(&mut std::io::stderr(), format!("shop: {error}\n").as_bytes());
            ExitCode::FAILURE
        }
    }
}
