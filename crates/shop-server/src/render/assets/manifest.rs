//! The bundler's manifest, which lists the files that a page needs.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

/// Source of the script that hydrates the storefront's pages.
pub(crate) const STOREFRONT_ENTRY: &str = "src/entry-client.tsx";

/// Source of the bootstrap script, which fetches the entry once the page has been painted.
const STOREFRONT_BOOTSTRAP: &str = "src/bootstrap/bootstrap.ts";

/// WebAssembly module with the rules of most pages.
pub(crate) const BROWSE_RULES: &str = "pkg/browse/shop_core.js";

/// WebAssembly module for pages with forms or payments.
const CHECKOUT_RULES: &str = "pkg/checkout/shop_core.js";

/// WebAssembly module for account pages, which include the trade layer.
const ACCOUNT_RULES: &str = "pkg/account/shop_core.js";

/// Fonts in the first view of every page. The style sheet declares more, which a browser fetches when their characters occur.
const FONTS: [&str; 2] = ["src/styles/fonts/cormorant-garamond-latin.woff2", "src/styles/fonts/figtree-latin.woff2"];

/// Style sheet of a build with one sheet for all pages.
const ONE_SHEET: &str = "style.css";

/// One file of the build.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Chunk {
    file: String,
    is_entry: bool,
    imports: Vec<String>,
    css: Vec<String>,
    assets: Vec<String>,
}

/// Files of a build, by source.
#[derive(Clone, Debug, Default)]
pub(crate) struct Manifest(BTreeMap<String, Chunk>);

/// Addresses that a document links to, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageFiles {
    /// Bootstrap script, which fetches the entry, its modules and its WebAssembly once the page has been painted; `None` when
    /// they are fetched at once.
    pub bootstrap: Option<String>,
    /// Script that hydrates the page.
    pub entry: String,
    pub styles: Vec<String>,
    /// Fonts of the page's text.
    pub fonts: Vec<String>,
    /// Scripts that the entry imports, directly or indirectly.
    pub modules: Vec<String>,
    /// WebAssembly modules that hydration needs.
    pub wasm: Vec<String>,
}

impl Manifest {
    /// Parses a manifest.
    ///
    /// # Errors
    /// The file is not a manifest of the bundler.
    pub(crate) fn parse(json: &[u8]) -> Result<Self, serde_json::Error> {
        serde_json::from_slice(json).map(Self)
    }

    /// Returns the source that is marked as an entry, if any.
    pub(crate) fn first_entry(&self) -> Option<&str> {
        self.0.iter().find(|(_, chunk)| chunk.is_entry).map(|(source, _)| source.as_str())
    }

    /// Returns the files of a page whose script `entry` imports `sources` before hydration. A source without a file of its own is
    /// part of the entry. `None` when there is no such entry.
    pub(crate) fn files(&self, entry: &str, sources: &[String], base: &str) -> Option<PageFiles> {
        let first = self.0.get(entry)?;
        let address = |file: &str| format!("{base}{file}");
        let mut seen = BTreeSet::from([entry]);
        let mut chunks = vec![first];
        self.collect(&first.imports, &mut seen, &mut chunks);
        for source in sources {
            if let Some((source, chunk)) = self.0.get_key_value(source.as_str())
                && seen.insert(source)
            {
                chunks.push(chunk);
                self.collect(&chunk.imports, &mut seen, &mut chunks);
            }
        }
        let sheet = self.0.get(ONE_SHEET).map(|chunk| &chunk.file);
        let mut styles: Vec<String> = Vec::new();
        for css in sheet.into_iter().chain(chunks.iter().flat_map(|chunk| &chunk.css)) {
            let css = address(css);
            if !styles.contains(&css) {
                styles.push(css);
            }
        }
        let is_wasm = |file: &&String| file.rsplit_once('.').is_some_and(|(_, extension)| extension == "wasm");
        let wasm = chunks.iter().flat_map(|chunk| &chunk.assets).filter(is_wasm);
        Some(PageFiles {
            bootstrap: self.bootstrap_script().map(|chunk| address(&chunk.file)),
            entry: address(&first.file),
            styles,
            fonts: FONTS.iter().filter_map(|source| self.0.get(*source)).map(|font| address(&font.file)).collect(),
            wasm: wasm.map(|file| address(file)).collect(),
            modules: chunks.iter().skip(1).map(|chunk| address(&chunk.file)).collect(),
        })
    }

    /// Returns the script that runs first on every page. It shares a chunk with what it fetches, so the build emits a file for
    /// both, and the entry only imports that one.
    fn bootstrap_script(&self) -> Option<&Chunk> {
        let entry = self.0.get(STOREFRONT_BOOTSTRAP)?;
        Some(entry.imports.first().and_then(|own| self.0.get(own)).unwrap_or(entry))
    }

    fn collect<'a>(&'a self, imports: &'a [String], seen: &mut BTreeSet<&'a str>, chunks: &mut Vec<&'a Chunk>) {
        for source in imports {
            if let Some(chunk) = self.0.get(source)
                && seen.insert(source)
            {
                chunks.push(chunk);
                self.collect(&chunk.imports, seen, chunks);
            }
        }
    }
}

/// Returns what the entry imports for a kind of page in a language, as laid out by the web bundle (`web/src/app/pages.ts`): the
/// page's components, its translations (those of every page first) and its rules. The document links them, so that they are
/// fetched in parallel.
pub(crate) fn page_sources(kind: &str, lang: &str) -> Vec<String> {
    let feature = match kind {
        "home" | "listing" => "catalogue",
        "blog" => "content",
        "order_received" | "order_pay" | "find_order" | "withdrawal" => "order",
        "text" | "not_found" | "error" | "newsletter" => "shell",
        other => other,
    };
    let rules = match kind {
        "checkout" | "order_pay" => CHECKOUT_RULES,
        "account" => ACCOUNT_RULES,
        _ => BROWSE_RULES,
    };
    let mut sources =
        vec![format!("src/features/{feature}/pages.ts"), format!("pkg/words/{lang}/shop.ts"), rules.to_owned()];
    if matches!(feature, "product" | "content" | "checkout" | "account" | "order") {
        sources.push(format!("pkg/words/{lang}/{feature}.ts"));
    }
    sources
}

#[cfg(test)]
mod tests {
    use super::*;

    const MANIFEST: &str = r#"{
      "_shared.js": {"file": "assets/shared-1.js", "imports": ["_deep.js"]},
      "_deep.js": {"file": "assets/deep-2.js", "imports": ["_shared.js"], "css": ["assets/deep-3.css"]},
      "pkg/browse/shop_core.js": {"file": "assets/core-4.js", "isDynamicEntry": true, "assets": ["assets/core-5.wasm"]},
      "pkg/checkout/shop_core.js": {"file": "assets/rules-10.js", "isDynamicEntry": true, "assets": ["assets/rules-11.wasm"]},
      "pkg/account/shop_core.js": {"file": "assets/rules-15.js", "isDynamicEntry": true, "assets": ["assets/rules-16.wasm"]},
      "pkg/words/it/shop.ts": {"file": "assets/it-12.js", "isDynamicEntry": true},
      "pkg/words/en/shop.ts": {"file": "assets/en-13.js", "isDynamicEntry": true},
      "src/features/checkout/pages.ts": {"file": "assets/pages-6.js", "imports": ["_shared.js"], "css": ["assets/co-7.css"]},
      "_begin.js": {"file": "assets/begin-17.js"},
      "src/bootstrap/bootstrap.ts": {"file": "assets/begin-18.js", "isEntry": true, "imports": ["_begin.js"]},
      "src/entry-client.tsx": {"file": "assets/entry-8.js", "isEntry": true, "imports": ["_shared.js"],
        "dynamicImports": ["src/features/checkout/pages.ts", "pkg/browse/shop_core.js"]},
      "src/styles/fonts/figtree-latin.woff2": {"file": "assets/figtree-latin-12.woff2"},
      "src/styles/fonts/figtree-latin-ext.woff2": {"file": "assets/figtree-latin-ext-13.woff2"},
      "src/styles/fonts/cormorant-garamond-latin.woff2": {"file": "assets/cormorant-garamond-latin-14.woff2"},
      "style.css": {"file": "assets/style-9.css"}
    }"#;

    fn files(kind: &str) -> PageFiles {
        let manifest = Manifest::parse(MANIFEST.as_bytes()).unwrap();
        manifest.files(STOREFRONT_ENTRY, &page_sources(kind, "it"), "/").unwrap()
    }

    #[test]
    fn a_page_links_what_its_first_view_runs_and_nothing_else() {
        let home = files("home");
        assert_eq!(home.bootstrap.as_deref(), Some("/assets/begin-17.js"));
        assert_eq!(home.entry, "/assets/entry-8.js");
        assert_eq!(home.modules, ["/assets/shared-1.js", "/assets/deep-2.js", "/assets/it-12.js", "/assets/core-4.js"]);
        assert_eq!(home.styles, ["/assets/style-9.css", "/assets/deep-3.css"]);
        assert_eq!(home.fonts, ["/assets/cormorant-garamond-latin-14.woff2", "/assets/figtree-latin-12.woff2"]);
        assert_eq!(home.wasm, ["/assets/core-5.wasm"]);
    }

    #[test]
    fn a_page_with_a_file_of_its_own_links_it() {
        let checkout = files("checkout");
        assert!(checkout.modules.contains(&"/assets/pages-6.js".to_owned()));
        assert!(checkout.styles.contains(&"/assets/co-7.css".to_owned()));
    }

    #[test]
    fn a_page_has_one_module_of_the_rules() {
        for kind in ["checkout", "order_pay"] {
            assert_eq!(files(kind).wasm, ["/assets/rules-11.wasm"], "{kind}");
        }
        assert_eq!(files("account").wasm, ["/assets/rules-16.wasm"]);
        for kind in ["home", "listing", "product", "cart", "blog", "order_received", "find_order", "not_found"] {
            assert_eq!(files(kind).wasm, ["/assets/core-5.wasm"], "{kind}");
        }
    }

    #[test]
    fn an_entry_that_is_not_there_is_no_page() {
        let manifest = Manifest::parse(b"{}").unwrap();
        assert_eq!(manifest.files(STOREFRONT_ENTRY, &[], "/"), None);
        assert_eq!(manifest.first_entry(), None);
        assert!(Manifest::parse(b"[").is_err());
    }
}
