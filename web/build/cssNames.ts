import { createHash } from "node:crypto";
import { basename } from "node:path";

/** Class names of CSS modules: the same in the browser's and the server's build, whatever folder they run in. All of a module's
 * end alike, which compresses well in sheets, scripts and pages. */
export function cssNames(name: string, file: string): string {
  const module = basename(file.split("?")[0] ?? file, ".module.css");
  return `${name}_${createHash("sha256").update(module).digest("base64url").slice(0, 4)}`;
}
