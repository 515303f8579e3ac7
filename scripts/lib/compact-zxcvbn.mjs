// A compact copy of the locked `zxcvbn` crate for the WebAssembly module: same scores, a fifth of the size. Prints nothing.
//
//     node scripts/lib/compact-zxcvbn.mjs FOLDER
//
// Takes the crate's own source from cargo's, and changes in the copy (crates/shop-password-wasm/compact holds what it gets):
//
// - the word lists become an arithmetic code, the keyboards a text; both are read at first use;
// - six regular expressions are searched for without an engine;
// - no clock: dates are judged from a year that is given, nothing is timed; no advice is written;
// - whole numbers have 64 bits where the native crate has them.
//
// `cargo --config 'paths=["FOLDER"]'` builds with it. Every change says how often its place must be there: a crate of another
// layout ends the build. tests/parity/password.mjs shows that both answer alike.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const parts = join(root, "crates/shop-password-wasm/compact");
const target = process.argv[2] ?? fail("usage: compact-zxcvbn.mjs FOLDER");

function fail(sentence) {
  console.error(`compact-zxcvbn: ${sentence}`);
  process.exit(1);
}

const metadata = JSON.parse(
  execFileSync("cargo", ["metadata", "--quiet", "--format-version", "1", "--locked"], { cwd: root, maxBuffer: 1 << 28, encoding: "utf8" }),
);
const crates = metadata.packages.filter((one) => one.name === "zxcvbn");
if (crates.length !== 1) fail(`${crates.length} crates named zxcvbn, not one`);

const folder = resolve(target);
rmSync(folder, { recursive: true, force: true });
mkdirSync(dirname(folder), { recursive: true });
cpSync(dirname(crates[0].manifest_path), folder, { recursive: true });
const file = (name) => join(folder, "src", name);
const read = (name) => readFileSync(file(name), "utf8");

/** Replaces a text in a file of the crate, which must be there so many times. */
function change(name, times, from, to) {
  const pieces = read(name).split(from);
  if (pieces.length !== times + 1) fail(`src/${name} of zxcvbn ${crates[0].version} has ${pieces.length - 1} times, not ${times}: ${from}`);
  writeFileSync(file(name), pieces.join(to));
}

/** The parts of a file that an expression finds, so many. */
function find(name, count, expression) {
  const found = [...read(name).matchAll(expression)];
  if (found.length !== count) fail(`src/${name} of zxcvbn ${crates[0].version} has ${found.length} places, not ${count}, of ${expression}`);
  return found;
}

change("lib.rs", 1, "mod adjacency_graphs;", "mod adjacency_graphs;\npub mod compact;\nmod patterns;\nmod words;");
change("lib.rs", 1, "#![warn(missing_docs)]", "#![allow(dead_code)]");
for (const part of ["compact.rs", "patterns.rs", "words.rs"]) cpSync(join(parts, part), file(part));

// Words.
const lists = find("frequency_lists.rs", 6, /const ([A-Z_]+): &str = "([^"\n]*)";/g);
const words = lists.map(([, , list]) => list).join("\n");
if (/\\(?![\\'])/.test(words)) fail("a word has an escape that is not known here");
lists.forEach(([whole, name], at) => {
  change("frequency_lists.rs", 1, whole, "");
  change("frequency_lists.rs", 1, new RegExp(`\\b${name}\\b`), `crate::compact::list(${at})`);
});
const packer = join(folder, "pack");
execFileSync("rustc", ["--edition", "2024", "-O", "-o", packer, join(parts, "pack.rs")], { stdio: ["ignore", "inherit", "inherit"] });
writeFileSync(file("words.bin"), execFileSync(packer, { input: words.replaceAll(/\\(.)/g, "$1"), maxBuffer: 1 << 24 }));

// Keyboards.
const keyboards = read("adjacency_graphs.rs").split("pub static ref ");
const names = keyboards.slice(1).map((text) => /^([A-Z_]+): HashMap<char, Vec<Option<&'static str>>> =/.exec(text)?.[1]);
if (names.join() !== "QWERTY,DVORAK,KEYPAD,MAC_KEYPAD") fail(`keyboards are ${names.join()}`);
const plain = (text) => text.replaceAll(/\\(.)/g, "$1");
const graphs = keyboards.slice(1).map((text) => {
  const keys = [...text.matchAll(/table\.insert\(\s*'(\\?.)',\s*vec!\[([^]*?)\],?\s*\);/g)];
  if (keys.length !== text.split("table.insert").length - 1) fail("a key of a keyboard is not written as the others");
  return keys.map(([, key, neighbours]) => {
    const slots = [...neighbours.matchAll(/None|Some\("((?:\\.|[^"\\])+)"\)/g)].map(([, slot]) => plain(slot ?? ""));
    if (neighbours.replaceAll(/None|Some\("(?:\\.|[^"\\])+"\)|[\s,]/g, "") !== "") fail(`key ${key} has other neighbours`);
    return [plain(key), ...slots].join("\t");
  });
});
writeFileSync(file("graphs.txt"), graphs.map((keys) => keys.join("\n")).join("\f"));
const statics = names.map((name, at) => `pub static ref ${name}: HashMap<char, Vec<Option<&'static str>>> = crate::compact::graph(${at});`);
writeFileSync(file("adjacency_graphs.rs"), `use std::collections::HashMap;\n\nlazy_static! {\n${statics.join("\n")}\n}\n`);

// Regular expressions.
change("matching/mod.rs", 1, "use fancy_regex::Regex as FancyRegex;", "use crate::patterns::{FancyRegex, Regex};");
change("matching/mod.rs", 1, "use regex::Regex;", "");

// Clock and advice.
for (const [name, times] of [["lib.rs", 2], ["scoring.rs", 1]]) {
  change(name, times, '#[cfg(all(target_arch = "wasm32", not(feature = "custom_wasm_env")))]', "#[cfg(any())]");
  change(name, 1, '#[cfg(all(target_arch = "wasm32", feature = "custom_wasm_env"))]', "#[cfg(any())]");
}
change("lib.rs", 1, "= time_scoped(", "= compact::untimed(");
change("lib.rs", 2, "feedback::get_feedback(", "compact::no_advice(");
change("matching/mod.rs", 1, "*super::scoring::REFERENCE_YEAR", "crate::compact::reference_year()");
change("scoring.rs", 2, " *REFERENCE_YEAR", " crate::compact::reference_year()");

// Widths. A product too large for 64 bits means no score below the highest, as does the largest number.
change("scoring.rs", 1, "fn factorial(n: usize) -> usize {\n    (1..=n).product()\n}", "fn factorial(n: usize) -> u64 {\n    (1..=n as u64).fold(1, u64::saturating_mul)\n}");
change("scoring.rs", 1, "let mut r: usize = 1;\n        let mut n = n;\n        for d in 1..=k {", "let mut r: u64 = 1;\n        let mut n = n as u64;\n        for d in 1..=k as u64 {");

// Lower case, texts that nobody reads, names that no pattern has, and a second sorting of what is sorted.
change("lib.rs", 1, "x.to_lowercase()", "compact::lowercase(x)");
change("matching/mod.rs", 1, "password.to_lowercase()", "crate::compact::lowercase(password)");
change("matching/mod.rs", 1, "token.to_lowercase()", "crate::compact::lowercase(&token)");
change("scoring.rs", 2, "token.to_lowercase()", "crate::compact::lowercase(token)");
change("matching/mod.rs", 1, `pattern.sub_display = Some(
                        match_sub
                            .iter()
                            .map(|(k, v)| format!("{} -> {}", k, v))
                            .join(", "),
                    );`, "");
change("scoring.rs", 1, "CHAR_CLASS_BASES.keys().any(|x| *x == self.regex_name)", "false");
change("scoring.rs", 1, "lst.sort_by_key(|m| m.i);", "debug_assert!(lst.is_sorted_by_key(|m| m.i));");

// Cutting a text where no letter ends, and numbers that are none, cannot happen here; their messages need tables of all letters.
change("matching/mod.rs", 1, "token.contains(subbed_chr)", "token.chars().any(|c| c == subbed_chr)");
change("matching/mod.rs", 6, ".parse().unwrap()", ".parse().ok().unwrap()");
change("scoring.rs", 1, ".parse::<i32>().unwrap()", ".parse::<i32>().ok().unwrap()");
change("matching/char_indexing.rs", 1, "&self.s[self.indices[range.start]..]", "self.s.get(self.indices[range.start]..).unwrap()");
change("matching/char_indexing.rs", 1, "&self.s[self.indices[range.start]..self.indices[range.end]]", "self.s.get(self.indices[range.start]..self.indices[range.end]).unwrap()");
for (const [text, end] of [["token", "m.start()"], ["token", "m.end()"], ["password", "m.start()"], ["password", "m.end()"]]) {
  change("matching/mod.rs", 1, `${text}[..${end}].chars()`, `${text}.get(..${end}).unwrap().chars()`);
}
