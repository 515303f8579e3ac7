// Links and forms of the shop get the prefix of the page's language from the components of `src/ui/Link.tsx`. An element written
// directly, or a button with its own `formAction`, would lead an English page to an Italian one.
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const SOURCES = resolve(__dirname, "../src");
const COMPONENTS = "ui/Link.tsx";
/** An element by its tag, or by its name in a call; and the attribute that overrides a form's action. */
const PLAIN = /<(?:a|form)(?![\w.-])|\bformAction\b|\b(?:createElement|jsxs?)\(\s*["'](?:a|form)["']/g;

const plainIn = (code: string) => code.match(PLAIN) ?? [];

const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|^admin\//.test(path) && path !== COMPONENTS);

test("every link and form of the shop gets the language of its page", () => {
  expect(files.length).toBeGreaterThan(400);
  const plain = files.flatMap((file) =>
    plainIn(readFileSync(join(SOURCES, file), "utf8").replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, "")).map(
      (found) => `${file}: ${found}`,
    ),
  );
  expect(plain).toEqual([]);
});

test.each([
  '<a href="/cart/">',
  "<a\n  className={styles.link}",
  "<a {...props}>",
  '<form method="post" action="/cart/">',
  "<form>",
  '<button type="submit" formAction="/cart/">',
  'createElement("a", { href })',
])("the rule finds %s", (code) => expect(plainIn(code)).toHaveLength(1));

test.each(['<Link href="/cart/">', "<Form>", "<article>", "<footer>", "<a-part>", "<address>"])(
  "the rule leaves %s alone",
  (code) => expect(plainIn(code)).toEqual([]),
);
