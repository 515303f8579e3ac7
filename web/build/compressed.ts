import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import type { Plugin } from "vite";

/** File types that compress well; the others are already compressed. */
const COMPRESSIBLE = /\.(?:css|js|json|svg|wasm)$/;
/** Smaller files do not get smaller on the wire. */
const FROM_BYTES = 800;

/**
 * Writes a brotli copy of each file beside it, `x.br` for `x`, at the best quality, so that the server sends it without spending
 * startup time on it. `QUICK_BUILD` in the environment selects a lower quality, as the best one takes seconds for the modules.
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
