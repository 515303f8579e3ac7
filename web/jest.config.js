/** @type {import("jest").Config} */
export default {
  testEnvironment: "<rootDir>/tests/environment.cjs",
  roots: ["<rootDir>/src", "<rootDir>/tests"],
  transform: {
    "^.+\\.m?[tj]sx?$": [
      "@swc/jest",
      {
        jsc: {
          parser: { syntax: "typescript", tsx: true },
          // `import.meta` is not for CommonJS; the router reads `hot` of it.
          transform: {
            react: { runtime: "automatic" },
            optimizer: { globals: { vars: { "import.meta.hot": "undefined" } } },
          },
          target: "es2022",
        },
        module: { type: "commonjs" },
      },
    ],
  },
  moduleNameMapper: {
    "\\.module\\.css$": "identity-obj-proxy",
    // The rules themselves, in the form that Node loads: tests judge by the same code as the shop.
    "^@bottega/shop-core(/.*)?$": "<rootDir>/pkg/nodejs/shop_core.js",
  },
  // The router and what it needs are published as ES modules only.
  transformIgnorePatterns: [
    "/node_modules/(?!(?:react-router|@remix-run/route-pattern|cookie-es)/)",
    "/pkg/(?!words/)",
  ],
  testTimeout: 90_000,
  // Jest itself leaves a core idle.
  maxWorkers: "100%",
  setupFiles: ["<rootDir>/tests/polyfill.cjs"],
  setupFilesAfterEnv: ["<rootDir>/tests/setup.ts"],
};
