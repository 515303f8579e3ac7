// A visitor who is asked for consent, and what his pages put into the data layer.
import type { Page } from "@playwright/test";

// biome-ignore lint/suspicious/noExplicitAny: a test knows what it reads
export type Entry = any;

/** Everything that pages put into the data layer and into the analytics service's own, in its order, over all documents of a visit. */
export async function listen(page: Page): Promise<Entry[]> {
  const heard: Entry[] = [];
  await page.exposeFunction("heardInLayer", (entry: string) => heard.push(JSON.parse(entry)));
  await page.addInitScript(() => {
    const made = () => {
      const layer: unknown[] = [];
      layer.push = (...entries: unknown[]) => {
        for (const entry of entries) {
          const words = Object.prototype.toString.call(entry) === "[object Arguments]";
          const told = words ? { call: [...(entry as unknown[])] } : entry;
          (window as unknown as { heardInLayer: (entry: string) => void }).heardInLayer(JSON.stringify(told));
        }
        return Array.prototype.push.apply(layer, entries);
      };
      return layer;
    };
    Object.assign(window, { dataLayer: made(), gtagLayer: made() });
  });
  return heard;
}

export const banner = (page: Page) => page.getByRole("dialog", { name: "I cookie di questo negozio" });

/** Answers the banner, and waits until the shop has its proof. */
export async function answer(page: Page, name: "Accetta" | "Rifiuta"): Promise<void> {
  const tracked = page.waitForResponse(/\/track$/);
  await banner(page).getByRole("button", { name, exact: true }).click();
  await tracked;
}
