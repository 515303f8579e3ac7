// Writes schema.d.ts from openapi.json: `npm run admin:types`. The generator asks for another TypeScript than ours, so it
// is fetched for the occasion and is no dependency. The first line tells which description the types stand for; a test
// compares it.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const here = import.meta.dirname;
const description = readFileSync(join(here, "openapi.json"));
const target = join(here, "schema.d.ts");
const generator = ["--yes", "--package", "openapi-typescript@7.13.0", "openapi-typescript"];
execFileSync("npx", [...generator, join(here, "openapi.json"), "-o", target], { cwd: "/", stdio: "inherit" });
const digest = createHash("sha256").update(description).digest("hex");
writeFileSync(target, `// openapi.json: sha256 ${digest}\n${readFileSync(target, "utf8")}`);
