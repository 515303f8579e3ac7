import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { cssNames } from "./build/cssNames.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// The page renderer's build: one script without imports for the server's embedded engine. The core is reached through
// host functions there, so the wasm package is left out.
export default defineConfig({
  plugins: [react()],
  css: { modules: { generateScopedName: cssNames } },
  resolve: {
    alias: {
      // The public entry holds the streaming renderer too: another 180 KB that each script engine would keep in memory.
      "react-dom/server.browser": here(
        "./node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js",
      ),
    },
  },
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
  ssr: { noExternal: true, target: "webworker" },
  build: {
    ssr: here("./src/entry-server.tsx"),
    outDir: "dist-ssr",
    target: "es2022",
    minify: true,
    rollupOptions: {
      output: { format: "iife", entryFileNames: "ssr.js", codeSplitting: false },
    },
  },
});
