import type { ShopCore } from "./types.ts";

/** Loads the rules as a WebAssembly module. */
export async function loadCore(): Promise<ShopCore> {
  return await import("@bottega/shop-core");
}
