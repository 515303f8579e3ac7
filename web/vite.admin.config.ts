import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import wasm from "vite-plugin-wasm";
import { compressed } from "./build/compressed.ts";
import { cssNames } from "./build/cssNames.ts";
import { preloadImports } from "./build/preloadImports.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// The back office: a bundle of its own, of which shoppers load nothing. The server writes its document.
export default defineConfig({
  base: "/admin/",
  publicDir: false,
  plugins: [react(), wasm(), preloadImports(), compressed()],
  resolve: { alias: { "@bottega/shop-core": here("./pkg") } },
  css: { modules: { generateScopedName: cssNames } },
  build: {
    target: "esnext",
    outDir: "dist-admin",
    assetsDir: "assets",
    manifest: true,
    rollupOptions: { input: here("./src/admin/main.tsx") },
  },
});
