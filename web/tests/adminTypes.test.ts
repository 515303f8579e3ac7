import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = mkdtempSync(join(tmpdir(), "admin-types-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("the back office's types are generated from the description, and again when it changes", () => {
  const [description, target] = [join(folder, "openapi.json"), join(folder, "made/schema.d.ts")];
  const generate = (field: string) => {
    const schemas = { Note: { type: "object", properties: { [field]: { type: "string" } } } };
    const info = { title: "Notes", version: "1" };
    writeFileSync(
      description,
      JSON.stringify({ openapi: "3.1.0", info, paths: {}, components: { schemas } }),
    );
    execFileSync("node", [join(process.cwd(), "build/adminTypes.mjs"), description, target], {
      stdio: "pipe",
    });
    return readFileSync(target, "utf8");
  };
  expect(generate("text")).toContain("text?: string;");
  expect(generate("author")).toContain("author?: string;");
  writeFileSync(target, `${readFileSync(target, "utf8")}// left alone\n`);
  expect(generate("author")).toContain("// left alone");
});
