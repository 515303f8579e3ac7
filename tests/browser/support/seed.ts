// Before all tests: seeds one shop, of which each file of tests gets a copy. After them: removes it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seed } from "./server.ts";

export default function prepare(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "bottega-browser-"));
  seed(folder);
  process.env.SEEDED_SHOP = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
