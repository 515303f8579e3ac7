import type { Plugin, Rollup } from "vite";

/** The bundler's own module around each `import()`. */
const HELPER = "\0vite/preload-helper.js";

/**
 * Has all files of a script that is imported later fetched before the import: those it imports itself, and their WebAssembly
 * (api/files.ts says why).
 */
export function reached(): Plugin {
  let bundle: Rollup.OutputBundle = {};
  let base = "/";
  const filesOf = (name: string): string[] => {
    const file = bundle[name];
    const assets = file?.type === "chunk" ? [...(file.viteMetadata?.importedAssets ?? [])] : [];
    return [name, ...assets.filter((asset) => asset.endsWith(".wasm"))];
  };
  return {
    name: "reached",
    apply: "build",
    enforce: "pre",
    config: () => ({
      build: {
        modulePreload: {
          polyfill: false,
          resolveDependencies: (file, imported) => [...new Set([file, ...imported].flatMap(filesOf))],
        },
      },
    }),
    configResolved: (config) => {
      base = config.base;
    },
    load: (id) =>
      id === HELPER
        ? `import { reach } from "/src/api/files.ts";
           const base = ${JSON.stringify(base)};
           export const __vitePreload = (load, files = []) => reach(files.map((file) => base + file)).then(load);`
        : null,
    generateBundle: {
      order: "pre",
      handler(_, files) {
        bundle = files;
      },
    },
  };
}
