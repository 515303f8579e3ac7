import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import wasm from "vite-plugin-wasm";
import { compressed } from "./build/compressed.ts";
import { cssNames } from "./build/cssNames.ts";
import { preloadImports } from "./build/preloadImports.ts";
import { serviceWorker } from "./build/serviceWorker.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// The browser's build: hashed files in dist/assets and the manifest that the server finds them by.
export default defineConfig({
  base: "/",
  plugins: [react(), wasm(), preloadImports(), serviceWorker(here("./src/worker/main.ts")), compressed()],
  resolve: {
    alias: {
      "@bottega/shop-core": here("./pkg"),
      "@bottega/shop-password": here("./pkg/password-bundler/shop_password.js"),
    },
  },
  css: { modules: { generateScopedName: cssNames } },
  build: {
    target: "esnext",
    // Two hundredths smaller than what the bundler's own minifier leaves.
    minify: "terser",
    terserOptions: { module: true, compress: { passes: 3 } },
    assetsDir: "assets",
    manifest: true,
    // One style sheet for all storefront pages: a page moved to in the app never waits for styles.
    cssCodeSplit: false,
    rollupOptions: {
      input: [here("./src/entry-client.tsx"), here("./src/bootstrap/bootstrap.ts")],
      output: {
        // One file for what every page has once it has been painted, one for the pages of each feature, and a few for what some of
        // them share.
        codeSplitting: {
          groups: [
            // What comes before them all and asks for none of them.
            { name: "bootstrap", test: /[\\/]src[\\/]bootstrap[\\/]/, priority: 1 },
            { name: "shop", tags: ["$initial"], test: /^(?!.*[\\/]src[\\/]bootstrap[\\/])/ },
            {
              name: "parts",
              test: /[\\/]src[\\/](?:components[\\/](?!forms)|ui[\\/]|payments[\\/](?:bnpl|express)[\\/]|features[\\/]catalogue[\\/])/,
              minShareCount: 3,
            },
            {
              name: "ways",
              test: /[\\/]src[\\/](?:app|context|api[\\/]pageRequest)(?![\\/](?:useHydrated|attribution))/,
              minShareCount: 3,
            },
            { name: "payments", test: /[\\/]src[\\/]payments[\\/]/, minShareCount: 3 },
            { name: "forms", test: /[\\/]src[\\/](?:features|components[\\/]forms)[\\/]/, minShareCount: 3 },
          ],
        },
      },
    },
  },
});
