// Makes the types of the back office's API from its description: `node build/adminTypes.mjs [description] [target]`. Nothing is
// done while the first line of what is there names this very description.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const web = join(import.meta.dirname, "..");
const [
  description = join(web, "src/admin/api/openapi.json"),
  target = join(web, "pkg/admin-api/schema.d.ts"),
] = process.argv.slice(2);
const digest = createHash("sha256").update(readFileSync(description)).digest("hex");
const first = `// openapi.json: sha256 ${digest}\n`;
if (!existsSync(target) || !readFileSync(target, "utf8").startsWith(first)) {
  const made = execFileSync(join(web, "node_modules/.bin/openapi-typescript"), [description], {
    encoding: "utf8",
  });
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, first + made);
}
