// Makes the types of the back office's API: `node build/adminTypes.mjs [description] [target]`. Without arguments the shop built
// last (or SHOP_BIN) prints the description, which tests read too. Nothing is done while the target's first line names this very
// description.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const web = join(import.meta.dirname, "..");
const made = join(web, "pkg/admin-api");
const [description = printed(), target = join(made, "schema.d.ts")] = process.argv.slice(2);

function printed() {
  const modified = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const built = ["debug", "quick", "release"].map((profile) => join(web, "../target", profile, "shop"));
  const [newest] = built.filter(existsSync).sort((one, other) => modified(other) - modified(one));
  const shop = process.env.SHOP_BIN ?? newest;
  if (!shop)
    throw new Error("the types are made from what the shop prints: run scripts/build --server first");
  const file = join(made, "openapi.json");
  mkdirSync(made, { recursive: true });
  writeFileSync(file, execFileSync(shop, ["openapi"], { maxBuffer: 64 * 1024 * 1024 }));
  return file;
}

const digest = createHash("sha256").update(readFileSync(description)).digest("hex");
const first = `// openapi.json: sha256 ${digest}\n`;
if (!existsSync(target) || !readFileSync(target, "utf8").startsWith(first)) {
  const types = execFileSync(join(web, "node_modules/.bin/openapi-typescript"), [description], {
    encoding: "utf8",
  });
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, first + types);
}
