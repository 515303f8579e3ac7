// The shop's program: runs its commands and serves copies of the seeded shop.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { cpSync, createWriteStream, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface, type Interface } from "node:readline";

const binary = process.env.SHOP_BIN || join(import.meta.dirname, "../../../target/debug/shop");

// A developer's own settings are not those of the tests.
const environment: NodeJS.ProcessEnv = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => name !== "DATABASE_URL" && !name.startsWith("SHOP_")),
  ),
  // All shoppers of the tests come from one address.
  SHOP_ORDER_LIMIT: "0",
  SHOP_NEW_CART_LIMIT: "0",
  // The tests' pictures need not be small.
  SHOP_PICTURE_EFFORT: "0",
  SHOP_SANDBOX_LISTEN: "127.0.0.1:0",
  SHOP_METRICS_LISTEN: "off",
  SHOP_SANDBOX_SECRET_KEY: "sk_test_browser",
};

export const admin = { email: "titolare@bottega.example", password: "prova-bottega-2026" };

/** Where resized pictures are kept from one run to the next, those of api/operation.rs too. Their names say what they were made of, and
 * the shop takes those that are there: without them filling a shop takes half a minute or more in place of two. */
const keptPictures = join(import.meta.dirname, "../../../target/seed-pictures");

/** Fills a folder with the shop's own catalogue. */
export function seed(folder: string): void {
  if (!existsSync(binary)) throw new Error(`${binary} is missing: run cargo build`);
  const pictures = join(folder, "data/pictures");
  if (existsSync(keptPictures)) cpSync(keptPictures, pictures, { recursive: true });
  const run = (args: string[], env: Record<string, string> = {}) =>
    execFileSync(binary, args, { cwd: folder, env: { ...environment, ...env }, stdio: ["ignore", "ignore", "inherit"] });
  run(["migrate"]);
  run(["seed"]);
  run(["user", "create", "--role", "admin", "--email", admin.email], { SHOP_USER_PASSWORD: admin.password });
  cpSync(pictures, keptPictures, { recursive: true, force: false });
  // Invoices are issued when a test says so, not between two of its steps.
  changeSettings(folder, { einvoice: { automatic: false } });
}

/** Changes settings of the shop of a folder, which is not being served; `payment_methods` replaces the ways of payment. */
export function changeSettings(folder: string, settings: Record<string, unknown>): void {
  const file = join(folder, "settings.json");
  const { payment_methods, ...own } = settings;
  writeFileSync(file, JSON.stringify({ settings: own, ...(payment_methods ? { payment_methods } : {}) }));
  execFileSync(binary, ["apply", file], { cwd: folder, env: environment, stdio: ["ignore", "ignore", "inherit"] });
}

export interface Served {
  url: string;
  /** Where its data lies. */
  folder: string;
  /** A round of its workers, and the end of what requests left to be done. */
  work: () => Promise<void>;
  /** Lets arrive what is on its way at the payment sandbox (debits, codes, refunds), and the shop hear of it. */
  settle: () => Promise<void>;
  stop: () => Promise<void>;
  /** What it has logged up to now. */
  log: () => string;
}

/** Serves the shop of a folder on a free port; `settings` are environment variables. */
export async function serve(folder: string, settings: NodeJS.ProcessEnv = {}): Promise<Served> {
  const shop = spawn(binary, ["serve", "--listen", "127.0.0.1:0"], {
    cwd: folder,
    env: { ...environment, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  shop.stderr.pipe(createWriteStream(join(folder, "shop.log")));
  const lines = createInterface({ input: shop.stdout });
  const [url, provider] = await Promise.all([
    toldBy(lines, /listening on (http:\S+?)\/?$/),
    // The last line of its start.
    toldBy(lines, /^payments: *(.*)$/),
  ]);
  const sandbox = /http:\S*[^/\s]/.exec(provider)?.[0] ?? "";
  const work = async () => {
    const over = toldBy(lines, /^(workers:.*over)$/);
    shop.kill("SIGUSR1");
    await over;
  };
  return {
    url,
    folder,
    work,
    settle: async () => {
      await steer(sandbox, "settle");
      await steer(sandbox, "deliver");
      await work();
    },
    stop: () => stop(shop),
    log: () => readFileSync(join(folder, "shop.log"), "utf8"),
  };
}

/** Waits for a line of the shop's; gives the group of its pattern. */
function toldBy(lines: Interface, pattern: RegExp): Promise<string> {
  return new Promise((found, failed) => {
    const ended = () => failed(new Error("the shop ended"));
    const read = (line: string) => {
      const match = pattern.exec(line);
      if (!match) return;
      lines.off("line", read).off("close", ended);
      found(match[1] ?? "");
    };
    lines.on("line", read).on("close", ended);
  });
}

async function steer(sandbox: string, path: string): Promise<void> {
  const headers = { authorization: `Bearer ${environment.SHOP_SANDBOX_SECRET_KEY}` };
  const answer = await fetch(`${sandbox}/_sandbox/${path}`, { method: "POST", headers });
  if (!answer.ok) throw new Error(`the sandbox answers ${answer.status}`);
}

/** Text of the newest message to an address in the shop of a folder; empty: there is none. */
export function newestText(folder: string, email: string): string {
  const script = [
    "import sqlite3, sys",
    "rows = sqlite3.connect(sys.argv[1]).execute('SELECT body_text FROM outbox WHERE recipient = ? ORDER BY id DESC LIMIT 1', [sys.argv[2]])",
    "print((rows.fetchone() or [''])[0])",
  ].join("\n");
  return execFileSync("python3", ["-c", script, join(folder, "data/shop.db"), email], { encoding: "utf8" });
}

/** Brings the next payment of an address's subscriptions forward to today in the shop of a folder. */
export function makeRenewalsDue(folder: string, email: string): void {
  const script = [
    "import sqlite3, sys, time",
    "shop = sqlite3.connect(sys.argv[1], timeout=20)",
    "shop.execute('UPDATE subscriptions SET next_day = ?, version = version + 1 WHERE billing_email = ?', [int(time.time()) // 86400 - 1, sys.argv[2]])",
    "shop.commit()",
  ].join("\n");
  execFileSync("python3", ["-c", script, join(folder, "data/shop.db"), email]);
}

/** Makes an account the main one of an approved company in the shop of a folder. */
export function makeCompany(folder: string, email: string, name = "Trattoria"): void {
  const script = [
    "import sqlite3, sys, time",
    "shop = sqlite3.connect(sys.argv[1], timeout=20)",
    "shop.execute(\"INSERT OR IGNORE INTO customer_roles (slug, is_trade, position, terms) VALUES ('prova', TRUE, 9, '{\\\"name\\\": \\\"Prova\\\"}')\")",
    "(owner,) = shop.execute('SELECT id FROM customers WHERE email = ?', [sys.argv[2]]).fetchone()",
    "made = shop.execute(\"INSERT INTO companies (owner_id, role_id, approval, name, country, content, created_at) SELECT ?, id, 'approved', ?, 'IT', '{}', ? FROM customer_roles WHERE slug = 'prova'\", [owner, sys.argv[3], int(time.time())])",
    "shop.execute('UPDATE customers SET company_id = ? WHERE id = ?', [made.lastrowid, owner])",
    "shop.commit()",
  ].join("\n");
  execFileSync("python3", ["-c", script, join(folder, "data/shop.db"), email, name]);
}

function stop(shop: ChildProcess): Promise<void> {
  return new Promise((done) => {
    shop.once("exit", () => done());
    shop.kill("SIGTERM");
  });
}
