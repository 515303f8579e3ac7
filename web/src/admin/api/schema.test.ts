import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

test("the types were generated from the committed description", () => {
  const folder = join(process.cwd(), "src/admin/api");
  const digest = createHash("sha256")
    .update(readFileSync(join(folder, "openapi.json")))
    .digest("hex");
  // When this fails: npm run admin:types
  expect(readFileSync(join(folder, "schema.d.ts"), "utf8")).toContain(`// openapi.json: sha256 ${digest}\n`);
});
