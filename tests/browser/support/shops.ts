// The shops of a worker: each file of tests has one of its own, a copy of the seeded shop, so that no file meets what another has changed.
import { copyFileSync, linkSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { logIn, type Merchant } from "./office.ts";
import { changeSettings, type Served, serve } from "./server.ts";

/** How a shop differs from the seeded one. */
export interface Differences {
  settings: Record<string, unknown>;
  /** Environment variables of its process. */
  environment: Record<string, string>;
}

interface OpenShop extends Served {
  merchant?: Promise<Merchant>;
}

/** Serves the shop of one file at a time: those of the file before are stopped when the next one asks for its own. */
export class Shops {
  #owner = "";
  #open = new Map<string, OpenShop>();

  /** The shop with these differences of a file, or of a single test. */
  async open(owner: string, differences: Differences): Promise<Served> {
    if (owner !== this.#owner) await this.close();
    this.#owner = owner;
    const key = JSON.stringify(differences);
    const shop = this.#open.get(key) ?? (await serveCopy(differences));
    this.#open.set(key, shop);
    return shop;
  }

  /** The merchant of an open shop, logged in once, as logins are counted. */
  merchantOf(shop: OpenShop): Promise<Merchant> {
    shop.merchant ??= logIn(shop);
    return shop.merchant;
  }

  /** Stops all open shops. */
  async close(): Promise<void> {
    const shops = [...this.#open.values()];
    this.#open.clear();
    await Promise.all(shops.map((shop) => shop.stop()));
  }
}

/** Serves a copy of the seeded shop, whose folder goes when it is stopped. */
export async function serveCopy({ settings, environment }: Differences): Promise<Served> {
  const folder = mkdtempSync(join(tmpdir(), "bottega-shop-"));
  copyShop(process.env.SEEDED_SHOP as string, folder);
  if (Object.keys(settings).length > 0) changeSettings(folder, settings);
  const shop = await serve(folder, environment);
  const stop = async () => {
    await shop.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...shop, stop };
}

/** Copies a shop's folder. The database is copied; pictures are linked, as the shop writes new files and changes none. */
function copyShop(from: string, to: string): void {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      mkdirSync(target, { recursive: true, mode: 0o700 });
      copyShop(source, target);
    } else if (entry.name.endsWith(".webp")) linkSync(source, target);
    else copyFileSync(source, target);
  }
}
