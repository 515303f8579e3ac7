import { build, type Plugin, type Rollup } from "vite";

/**
 * Emits the service worker beside the storefront's files, as one script without imports, as not every browser supports modules in
 * service workers.
 */
export function serviceWorker(entry: string): Plugin {
  return {
    name: "service-worker",
    apply: "build",
    async generateBundle() {
      const built = (await build({
        configFile: false,
        logLevel: "warn",
        publicDir: false,
        build: {
          write: false,
          target: "es2022",
          lib: { entry, formats: ["iife"], name: "bottegaWorker", fileName: "service-worker" },
        },
      })) as Rollup.RollupOutput[];
      const [script] = built[0]?.output ?? [];
      if (!script) this.error("the service worker was not built");
      this.emitFile({ type: "asset", fileName: "worker/service-worker.js", source: script.code });
    },
  };
}
