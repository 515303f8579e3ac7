//! Makes the crate compile before the web bundles exist, and a release compile again when they change.

use std::fs;
use std::path::Path;

/// Folders that `src/render/assets/embed.rs` puts into the binary. Filled by `scripts/build`.
const BUNDLES: [&str; 3] = ["dist", "dist-ssr", "dist-admin"];

fn main() {
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    // Other builds read them when they start.
    let embedded = std::env::var("OUT_DIR")
        .is_ok_and(|dir| Path::new(&dir).components().any(|part| part.as_os_str() == "release"));
    for name in BUNDLES {
        let folder = web.join(name);
        // An empty folder compiles; the server then says at its start what is missing.
        if let Err(error) = fs::create_dir_all(&folder) {
            println!("cargo::error=cannot create {}: {error}", folder.display());
        }
        if embedded {
            println!("cargo::rerun-if-changed={}", folder.display());
        }
    }
    println!("cargo::rerun-if-changed=build.rs");
}
