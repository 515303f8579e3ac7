// Generates TypeScript from the catalogue of words (crates/shop-core/words, whose README describes the format): a script for each
// language and kind of page, so that a page loads only its own words. Unchanged files are not written.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const web = join(import.meta.dirname, "..");
const [catalogue = join(web, "../crates/shop-core/words"), target = join(web, "pkg/words")] =
  process.argv.slice(2);

/** The source language comes first: the others have its keys, in its order. */
const LANGUAGES = ["it", "en"];

/** Scripts, and the subjects of the folder `pages` that each contains. `shop` is on every page. */
const SCRIPTS = {
  shop: ["shop"],
  product: ["product", "allergens"],
  content: ["content"],
  checkout: ["checkout", "payment", "login"],
  order: ["order", "payment"],
  account: ["account", "order", "payment", "login"],
  express: ["express", "payment"],
  login: ["login"],
};

/** Subjects of `pages` that the back office uses too. */
const OFFICE_TOO = ["allergens"];

/** Parses the entries of a file: key and text. */
function parseEntries(file) {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines
    .filter((line) => line && !line.startsWith("#"))
    .map((line) => {
      const at = line.indexOf(" = ");
      if (at < 0) throw new Error(`${file}: ${line}`);
      return [line.slice(0, at), line.slice(at + 3).replaceAll("\\n", "\n")];
    });
}

/** Names of placeholders in alphabetical order, in which the functions take them, as a translation may reorder them. */
const placeholders = (text) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))].sort();

/** Loads the texts of a folder by subject and language. An entry missing in a language is an error. */
function texts(folder) {
  const [source] = LANGUAGES;
  return readdirSync(join(catalogue, source, folder)).map((file) => {
    const byLang = Object.fromEntries(
      LANGUAGES.map((lang) => [lang, parseEntries(join(catalogue, lang, folder, file))]),
    );
    for (const lang of LANGUAGES) {
      for (const [at, [key, text]] of byLang[source].entries()) {
        const [own, translated] = byLang[lang][at] ?? [];
        const signature = (one) => placeholders(one).join() + one.split(" || ").length;
        if (own !== key || signature(translated) !== signature(text)) {
          throw new Error(`words: ${lang}/${folder}/${file} has “${own}” where ${source} has “${key}”`);
        }
      }
      if (byLang[lang].length > byLang[source].length)
        throw new Error(`words: ${lang}/${folder}/${file} has more texts`);
    }
    return [file.replace(/\.txt$/, ""), byLang];
  });
}

/** Compiles a text to an expression: a string, or a function of its placeholders and of whether the count is one. */
function expression(text) {
  const names = placeholders(text);
  const forms = text.split(" || ");
  const literals = forms.map((form) => {
    const escaped = form
      .replace(/[`\\]|\$(?=\{)/g, "\\$&")
      .replace(/\{(\w+)\}/g, names.length ? "$${$1}" : "$&");
    return names.length ? `\`${escaped}\`` : JSON.stringify(form);
  });
  if (!names.length && forms.length === 1) return literals[0];
  const takes = names.map((name) => `${name}: string`).concat(forms.length > 1 ? ["one: boolean"] : []);
  return `(${takes.join(", ")}) => ${forms.length > 1 ? `(one ? ${literals.join(" : ")})` : literals[0]}`;
}

/** Compiles the texts of a subject to an object. Keys with a dot are the entries of a table, which can be indexed by any name. */
function subject(found) {
  const fields = found
    .filter(([key]) => !key.includes("."))
    .map(([key, text]) => `    ${key}: ${expression(text)},\n`);
  const entries = found.filter(([key]) => key.includes("."));
  for (const name of new Set(entries.map(([key]) => key.split(".")[0]))) {
    const own = entries.filter(([key]) => key.startsWith(`${name}.`));
    const rows = own.map(
      ([key, text]) => `      ${JSON.stringify(key.slice(name.length + 1))}: ${JSON.stringify(text)},\n`,
    );
    fields.push(`    ${name}: {\n${rows.join("")}    } as Record<string, string>,\n`);
  }
  return `{\n${fields.join("")}  }`;
}

function write(file, text) {
  const path = join(target, file);
  const content = `// Made by build/words.mjs.\n${text}`;
  if (existsSync(path) && readFileSync(path, "utf8") === content) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

const pages = texts("pages");
const shared = new Set(pages.find(([name]) => name === "shop")[1][LANGUAGES[0]].map(([key]) => key));
for (const [name, byLang] of pages) {
  const both = name === "shop" ? [] : byLang[LANGUAGES[0]].filter(([key]) => shared.has(key));
  if (both.length) throw new Error(`words: ${both[0][0]} of pages/${name}.txt is one of every page already`);
}
const office = [...texts("admin"), ...pages.filter(([name]) => OFFICE_TOO.includes(name))];
const keys = office.flatMap(([, byLang]) => byLang[LANGUAGES[0]].map(([key]) => key));
const twice = keys.filter((key, at) => keys.indexOf(key) !== at);
if (twice.length) throw new Error(`words: the back office has two texts of ${twice.join(", ")}`);
// Its `t` fills in values but cannot choose a plural form.
const forms = office.flatMap(([, byLang]) =>
  byLang[LANGUAGES[0]].filter(([, text]) => text.includes(" || ")),
);
if (forms.length) throw new Error(`words: the back office has two forms of ${forms[0][0]}`);
for (const lang of LANGUAGES) {
  const objects = Object.fromEntries(pages.map(([name, found]) => [name, subject(found[lang])]));
  for (const [script, subjects] of Object.entries({ ...SCRIPTS, all: Object.keys(objects) })) {
    const fields = subjects.map((name) => `  ${name}: ${objects[name]},\n`);
    write(`${lang}/${script}.ts`, `export const words = {\n${fields.join("")}};\n`);
  }
  const rows = office
    .flatMap(([, found]) => found[lang])
    .map((pair) => `  ${pair.map((one) => JSON.stringify(one)).join(": ")},\n`);
  write(`${lang}/admin.ts`, `export const texts = {\n${rows.join("")}};\n`);
}
for (const script of Object.keys(SCRIPTS)) {
  const fields = LANGUAGES.map((lang) => `  ${lang}: () => import("./${lang}/${script}.ts"),\n`);
  write(`${script}.ts`, `export const scripts = {\n${fields.join("")}};\n`);
}
write("pages.ts", `import type { words } from "./it/all.ts";\n\nexport type Words = typeof words;\n`);
