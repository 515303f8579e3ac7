// Runs Lighthouse's mobile test over the pages of a served shop and prints the median of each category beside its goal, in
// hundredths. Ends with 1 where one is missed.
//
//   node pages.mjs SHOP CHROME [RUNS]      SHOP: its address; CHROME: the browser's program
//
// With REPORTS in the environment the first report of each page is kept in that folder.
//
// A browser of its own for each run, so that nothing is cached. It has the cookies of a visitor with two products in the cart.
import { writeFileSync } from "node:fs";
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";

const [shop, chromePath, runs = "3"] = process.argv.slice(2);
const CATEGORIES = { performance: "performance", accessibility: "accessible", "best-practices": "practices", seo: "SEO" };
const SEEN = { performance: 93, accessibility: 100, "best-practices": 96, seo: 100 };
// Search engines are told to leave these two out, which Lighthouse marks down.
const OWN = { ...SEEN, seo: 0 };
const PAGES = [
  ["home", "/", SEEN],
  ["listing", "/negozio/", SEEN],
  ["product", "/prodotto/caviale-croccante/", SEEN],
  ["cart", "/cart/", OWN],
  ["checkout", "/checkout/", { ...OWN, performance: 85 }],
];

/** The cookies of a visitor with two products in the cart, as `name=value`. */
async function cookiesOfACart() {
  const api = `${shop}/wp-json/wc/store/v1`;
  const cookies = new Map();
  const call = async (path, nonce, body) => {
    const headers = { Cookie: [...cookies].map((pair) => pair.join("=")).join("; ") };
    if (body) Object.assign(headers, { Nonce: nonce, "Content-Type": "application/json" });
    const init = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
    const answer = await fetch(api + path, init);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    for (const cookie of answer.headers.getSetCookie()) {
      const [pair] = cookie.split(";");
      cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    return answer;
  };
  const products = await (await call("/products?type=simple&stock_status=instock&per_page=2")).json();
  for (const { id } of products) {
    const nonce = (await call("/cart")).headers.get("Nonce");
    await call("/cart/add-item", nonce, { id, quantity: 1 });
  }
  return cookies;
}

/** Gives a running browser the cookies. */
async function adopt(port, cookies) {
  const { webSocketDebuggerUrl } = await (await fetch(`http://127.0.0.1:${port}/json/version`)).json();
  const socket = new WebSocket(webSocketDebuggerUrl);
  await new Promise((opened) => socket.addEventListener("open", opened));
  const list = [...cookies].map(([name, value]) => ({ name, value, url: shop }));
  socket.send(JSON.stringify({ id: 1, method: "Storage.setCookies", params: { cookies: list } }));
  const answer = await new Promise((heard) => socket.addEventListener("message", ({ data }) => heard(JSON.parse(data))));
  socket.close();
  if (answer.error) throw new Error(answer.error.message);
}

async function run(path, cookies) {
  const chromeFlags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"];
  const chrome = await launch({ chromePath, chromeFlags });
  try {
    await adopt(chrome.port, cookies);
    const flags = { port: chrome.port, logLevel: "error", onlyCategories: Object.keys(CATEGORIES), disableStorageReset: true };
    const { lhr } = await lighthouse(shop + path, flags);
    if (lhr.runtimeError) throw new Error(`${path}: ${lhr.runtimeError.message}`);
    return lhr;
  } finally {
    chrome.kill();
  }
}

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
const row = (cells) => console.log(cells.map((cell, at) => (at ? cell.padStart(18) : cell.padEnd(10))).join(""));

const cookies = await cookiesOfACart();
const missed = [];
row(["page", ...Object.values(CATEGORIES)]);
for (const [name, path, goals] of PAGES) {
  const results = [];
  for (let n = 0; n < Number(runs); n++) results.push(await run(path, cookies));
  const cells = Object.keys(CATEGORIES).map((category) => {
    const score = median(results.map(({ categories }) => Math.round(categories[category].score * 100)));
    const goal = goals[category];
    if (score >= goal) return goal ? `${score} (${goal})` : String(score);
    for (const { id, weight } of results[0].categories[category].auditRefs) {
      const audit = results[0].audits[id];
      if (weight > 0 && audit.score !== null && audit.score < 0.9) missed.push(`${name}: ${id} ${audit.displayValue ?? ""}`);
    }
    return `${score} MISSES ${goal}`;
  });
  row([name, ...cells]);
  const { REPORTS: folder } = process.env;
  if (folder) writeFileSync(`${folder}/${name}.json`, JSON.stringify(results[0]));
}
if (missed.length > 0) console.log(`\nbelow a goal:\n  ${missed.join("\n  ")}`);
process.exit(missed.length > 0 ? 1 : 0);
