import { createHash } from "node:crypto";
import { basename } from "node:path";

/**
 * Generates class names of CSS modules: the same in the browser's and the server's build, whatever folder they run in. All names
 * of a module have the same suffix, which compresses well in style sheets, scripts and pages.
 */
export function cssNames(name: string, file: string): string {
  const module = basename(file.split("?")[0] ?? file, ".module.css");
  return `${name}_${createHash("sha256").update(module).digest("base64url").slice(0, 4)}`;
}
