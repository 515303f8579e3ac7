// Usage: node scripts/lib/page-modules.mjs PKG MODULE...
// For a quick build: writes the package PKG/MODULE, which exports from PKG/bundler, the module with all functions, exactly what the
// released module of that name has (feature MODULE-module of crates/shop-wasm). A page that calls a function which its released
// module lacks fails here too, in the type check and in the browser.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = new URL("../../", import.meta.url).pathname;
const [folder, ...modules] = process.argv.slice(2);
const read = (path) => readFileSync(join(root, path), "utf8");
const fail = (sentence) => {
  console.error(`page-modules: ${sentence}`);
  process.exit(1);
};
const all = (text, pattern) => [...text.matchAll(pattern)].map(([, ...groups]) => groups);

const metadata = execFileSync("cargo", ["metadata", "--quiet", "--no-deps", "--format-version", "1"], { cwd: root, encoding: "utf8", maxBuffer: 1 << 26 });
const { features } = JSON.parse(metadata).packages.find(({ name }) => name === "shop-wasm");
const closure = (feature) => [feature, ...(features[feature] ?? fail(`crates/shop-wasm has no feature ${feature}`)).flatMap(closure)];

// The tables of functions and the classes, each with the feature that it belongs to.
const source = read("crates/shop-wasm/src/lib.rs");
const functions = (table) => all(read(`crates/shop-core/src/exports/${table}.rs`), /^ {4}(\w+) = fn /gm).flat();
const exported = [
  ...all(source, /^#\[cfg\(feature = "(\w+)"\)\]\nshop_core::for_each_(\w+)_export!/gm).map(([feature, table]) => ({ feature, names: functions(table) })),
  ...all(source, /^#\[cfg\(feature = "(\w+)"\)\]\npub use \w+::(\w+);/gm).map(([feature, name]) => ({ feature, names: [name] })),
];

const declarations = readFileSync(join(folder, "bundler/shop_core.d.ts"), "utf8");
const declared = all(declarations, /^export (?:function|class) (\w+)/gm).flat().sort();
const found = exported.flatMap(({ names }) => names).sort();
const unlike = [...declared.filter((name) => !found.includes(name)), ...found.filter((name) => !declared.includes(name))];
if (unlike.length > 0) fail(`read from the sources or exported by the module, but not both: ${unlike.join(", ")}`);
const types = all(declarations, /^export (?:interface|type) (\w+)/gm).flat().sort();

const classes = all(declarations, /^export class (\w+)/gm).flat();
const bundle = "../bundler/shop_core.js";

for (const module of modules) {
  const wanted = new Set(closure(`${module}-module`));
  const names = exported.filter(({ feature }) => wanted.has(feature)).flatMap(({ names }) => names).sort();
  const write = (name, lines) => writeFileSync(join(folder, module, name), `${lines.join("\n")}\n`);
  mkdirSync(join(folder, module), { recursive: true });
  write("shop_core.js", [`export { ${names.join(", ")} } from "${bundle}";`]);
  // Types alone: the page renderer's build, which has no WebAssembly, follows the paths of tsconfig.json to this file.
  write("shop_core.d.ts", [
    `import type * as all from "${bundle}";`,
    `export type { ${types.join(", ")} } from "${bundle}";`,
    ...names.filter((name) => classes.includes(name)).map((name) => `export type ${name} = all.${name};`),
    ...names.map((name) => `export declare const ${name}: typeof all.${name};`),
  ]);
  write("package.json", ['{ "type": "module", "main": "shop_core.js", "types": "shop_core.d.ts" }']);
}
