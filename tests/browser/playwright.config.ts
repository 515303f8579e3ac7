import { defineConfig } from "@playwright/test";

const ci = Boolean(process.env.CI);

// Chromium comes from the system (CHROME_PATH; scripts/test sets it). The shop is seeded once; each file is served a copy.
export default defineConfig({
  testDir: ".",
  outputDir: "../../target/test-logs/browser",
  globalSetup: "./support/seed.ts",
  workers: 2,
  // Continuous integration runs once more what failed, after all others, alone and in a new shop; support/progress.ts counts it.
  retries: ci ? 1 : 0,
  retryStrategy: "isolated",
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  reporter: [["list"], ["./support/progress.ts"]],
  use: {
    locale: "it-IT",
    serviceWorkers: "block",
    viewport: { width: 1280, height: 900 },
    // A machine's pointer is quicker than what glides. Tests that look at movement switch it on.
    contextOptions: { reducedMotion: "reduce" },
    // Recording takes a fifth of the time: TRACE=1 does, and so does what runs once more.
    trace: process.env.TRACE ? "retain-on-failure" : ci ? "on-first-retry" : "off",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env.CHROME_PATH || "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
