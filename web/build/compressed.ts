import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import type { Plugin } from "vite";

/** Kinds of files that get smaller; the others are compressed in themselves. */
const COMPRESSIBLE = /\.(?:css|js|json|svg|wasm)$/;
/** Smaller files do not get smaller on the wire. */
const FROM_BYTES = 800;

/**
 * Writes the brotli form of each file beside it, as `x.br` beside `x`, at the best quality: the server sends it as it is and
 * spends no time on it at its start. `QUICK_BUILD` in the environment: not at the best quality, which takes seconds for the modules.
 */
export function compressed(): Plugin {
  return {
    name: "compressed",
    apply: "build",
    writeBundle({ dir = "dist" }, bundle) {
      for (const name of Object.keys(bundle)) {
        if (!COMPRESSIBLE.test(name) || name.startsWith(".")) continue;
        const file = join(dir, name);
        const plain = readFileSync(file);
        if (plain.length < FROM_BYTES) continue;
        const small = brotliCompressSync(plain, {
          params: {
            [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
            [constants.BROTLI_PARAM_QUALITY]: process.env.QUICK_BUILD ? 5 : constants.BROTLI_MAX_QUALITY,
          },
        });
        if (small.length < plain.length) writeFileSync(`${file}.br`, small);
      }
    },
  };
}
