// What only the released modules can show (scripts/build-wasm without --quick). Run: node --test tests/parity/release.mjs
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { brotliCompressSync } from "node:zlib";

const root = new URL("../../", import.meta.url).pathname;
const pkg = join(root, "web/pkg");
const folder = mkdtempSync(join(tmpdir(), "bottega-modules-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Names that a module of the bundler's kind exports. */
function exports(path) {
  const [, names] = /^export \{([^}]*)\}/m.exec(readFileSync(path, "utf8"));
  return names.split(",").map((name) => name.trim()).sort();
}

test("web/pkg holds a release", () => {
  assert.match(readFileSync(join(pkg, ".stamp"), "utf8"), / release by /);
});

const pages = ["browse", "checkout", "account", "pricing", "visit", "analytics", "theme"];
cpSync(join(pkg, "bundler/shop_core.d.ts"), join(folder, "bundler/shop_core.d.ts"));
execFileSync("node", [join(root, "scripts/lib/page-modules.mjs"), folder, ...pages]);
for (const page of pages) {
  test(`a quick build's module ${page} exports what the released one does`, () => {
    assert.deepEqual(exports(join(folder, page, "shop_core.js")), exports(join(pkg, page, "shop_core.js")));
  });
}

test("the module of passwords is within 350 KB compressed", () => {
  const size = brotliCompressSync(readFileSync(join(pkg, "password-bundler/shop_password_bg.wasm"))).length;
  assert.ok(size <= 350_000, `${size} bytes`);
});
