import type { Plugin, Rollup } from "vite";

/** The bundler's own helper module around each `import()`. */
const HELPER = "\0vite/preload-helper.js";

/**
 * Fetches all files of a dynamically imported script before the import: the scripts that it imports, and their WebAssembly
 * (api/files.ts explains why).
 */
export function preloadImports(): Plugin {
  let bundle: Rollup.OutputBundle = {};
  let base = "/";
  const filesFor = (name: string): string[] => {
    const file = bundle[name];
    const assets = file?.type === "chunk" ? [...(file.viteMetadata?.importedAssets ?? [])] : [];
    return [name, ...assets.filter((asset) => asset.endsWith(".wasm"))];
  };
  return {
    name: "preloadImports",
    apply: "build",
    enforce: "pre",
    config: () => ({
      build: {
        modulePreload: {
          polyfill: false,
          resolveDependencies: (file, imported) => [...new Set([file, ...imported].flatMap(filesFor))],
        },
      },
    }),
    configResolved: (config) => {
      base = config.base;
    },
    load: (id) =>
      id === HELPER
        ? `import { preloadFiles } from "/src/api/files.ts";
           const base = ${JSON.stringify(base)};
           export const __vitePreload = (load, files = []) => preloadFiles(files.map((file) => base + file)).then(load);`
        : null,
    generateBundle: {
      order: "pre",
      handler(_, files) {
        bundle = files;
      },
    },
  };
}
