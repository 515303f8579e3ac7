import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = mkdtempSync(join(tmpdir(), "admin-types-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("the back office's types are made from the description, and anew when it is another", () => {
  const [description, target] = [join(folder, "openapi.json"), join(folder, "made/schema.d.ts")];
  const made = (field: string) => {
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
  expect(made("text")).toContain("text?: string;");
  expect(made("author")).toContain("author?: string;");
  writeFileSync(target, `${readFileSync(target, "utf8")}// left alone\n`);
  expect(made("author")).toContain("// left alone");
});
