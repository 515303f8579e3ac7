/** @type {import("jest").Config} */
export default {
  testEnvironment: "<rootDir>/tests/environment.cjs",
  roots: ["<rootDir>/src", "<rootDir>/tests"],
  transform: {
    "^.+\\.(t|j)sx?$": [
      "@swc/jest",
      {
        jsc: {
          parser: { syntax: "typescript", tsx: true },
          transform: { react: { runtime: "automatic" } },
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
  transformIgnorePatterns: ["/node_modules/", "/pkg/(?!words/)"],
  testTimeout: 90_000,
  // Jest itself leaves a core idle.
  maxWorkers: "100%",
  setupFiles: ["<rootDir>/tests/polyfill.cjs"],
  setupFilesAfterEnv: ["<rootDir>/tests/setup.ts"],
};
