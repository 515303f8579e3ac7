// Which of a picture's files the browser fetches. A wrong `sizes` is seen nowhere but in the bytes, or in a blurred picture.
import type { Browser } from "@playwright/test";
import { waitForScripts } from "./support/answers.ts";
import { fillCart, openPage } from "./support/shopper.ts";
import { expect, type Page, test } from "./support/test.ts";

interface Shown {
  picture: string;
  /** Pixels that the layout needs of it, and those of the file. */
  needed: number;
  file: number;
  /** What `sizes` says of the layout's width: the browser takes it for the picture's own. */
  said: number;
  shown: number;
  files: number[];
}

/** The pictures of a part of the page that come in several files, once they are there. */
async function pictures(page: Page, part: string): Promise<Shown[]> {
  return page.evaluate(async (part) => {
    const all = [...document.querySelectorAll<HTMLImageElement>(`${part} img[srcset]`)].filter((image) => image.getClientRects().length > 0);
    for (const image of all) {
      image.loading = "eager";
      await image.decode();
    }
    const widthOf = (file: string) => Number(/-(\d+)\.webp$/.exec(file)?.[1]);
    return all.map((image) => {
      // A picture that covers its room may be wider than it.
      const covering = getComputedStyle(image).objectFit === "cover";
      const own = image.naturalWidth / image.naturalHeight;
      const shown = covering ? Math.max(image.width, image.height * own) : image.width;
      return {
        picture: `${image.currentSrc.split("/").pop()} (${image.sizes})`,
        needed: shown * devicePixelRatio,
        file: widthOf(image.currentSrc),
        said: image.naturalWidth,
        shown: image.width,
        files: image.srcset.split(", ").map((one) => Number(/ (\d+)w$/.exec(one)?.[1])),
      };
    });
  }, part);
}

const fileOf = ({ picture }: Shown) => picture.split(" ")[0];

function fits(found: Shown[]): void {
  expect(found.length).toBeGreaterThan(0);
  // Chromium shows a file that it has already in a smaller place too, if it came before that was laid out.
  const there = new Set(found.filter(({ file, needed }) => file <= 1.5 * needed).map(fileOf));
  for (const one of found) {
    const { picture, needed, file, said, shown, files } = one;
    expect.soft(said / shown, `${picture}: said and shown`).toBeGreaterThan(0.98);
    expect.soft(said / shown, `${picture}: said and shown`).toBeLessThan(1.06);
    // On dense screens Chromium takes the smaller of two neighbours where that is nearer.
    const smaller = files.filter((width) => width < file);
    const next = files.find((width) => width > file);
    const least = next ? needed / Math.sqrt(next / file) : 0;
    expect.soft(file, `${picture}: not blurred`).toBeGreaterThanOrEqual(Math.min(least, needed));
    if (smaller.length > 0 && file > 1.5 * needed && !there.has(fileOf(one)))
      expect.soft(Math.max(...smaller), `${picture}: no smaller file would do`).toBeLessThan(1.06 * needed);
  }
}

const QUICK = "/categoria-prodotto/caviale/";
const PAGES = ["/", "/negozio/", "/prodotto/caviale-croccante/", "/cart/", "/checkout/", QUICK];

/** Opens a page in a browser that has fetched nothing yet: of a picture that it has already, it takes the larger file. */
async function look(browser: Browser, baseURL: string | undefined, path: string, width: number, density: number): Promise<void> {
  const own = { viewport: { width, height: 900 }, deviceScaleFactor: density, reducedMotion: "reduce" as const };
  const context = await browser.newContext({ baseURL: baseURL ?? "", ...own });
  const page = await context.newPage();
  await waitForScripts(page);
  await fillCart(page);
  await openPage(page, path);
  if (path === QUICK) {
    await page.getByRole("link", { name: /^Anteprima di/ }).first().click();
    await expect(page.getByRole("dialog").getByRole("link", { name: "Vedi la scheda completa" })).toBeVisible();
  }
  // The products beside it are on the list already.
  fits(await pictures(page, path === QUICK ? "dialog[open] [data-large_image]" : "main"));
  await context.close();
}

for (const [width, density] of [
  [390, 1],
  [390, 2],
  [768, 1],
  [1440, 1],
  [1440, 2],
] as const) {
  test(`at ${width} px and ${density} pixels a point each picture is fetched in the size that it is shown in`, async ({ browser, baseURL }) => {
    for (const path of PAGES) await test.step(path, () => look(browser, baseURL, path, width, density));
  });
}
