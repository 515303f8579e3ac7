import { isPreserved, tidyHtml } from "./html.ts";

test.each([
  "",
  "solo parole",
  "<p>Un <b>buon</b> olio, <i>subito</i> <a href='/olio/' title='Olio'>qui</a>.</p>",
  "<h2>Titolo</h2><ul><li>uno</li><li><p>due</p></li></ul><ol start='3'><li>tre</li></ol>",
  "<table><tbody><tr><th>a</th><td colspan='2'>b</td></tr></tbody></table>",
  "<blockquote><p>H<sub>2</sub>O</p></blockquote><hr><p><img src='/media/a.webp' alt='a'></p>",
])("the editor preserves %s", (html) => {
  expect(isPreserved(html)).toBe(true);
});

test.each([
  "<dl><dt>Olio</dt><dd>d'oliva</dd></dl>",
  "<figure><img src='/a.webp' alt=''><figcaption>a</figcaption></figure>",
  "<p><abbr title='a'>b</abbr></p>",
  "<h1>Titolo</h1>",
  "una riga\nun'altra",
])("text that the editor would not preserve is edited as HTML: %s", (html) => {
  expect(isPreserved(html)).toBe(false);
});

test("list entries lose their single paragraph, and an empty text becomes an empty string", () => {
  expect(tidyHtml("<ul><li><p>uno</p></li><li><p>due</p><p>tre</p></li></ul>")).toBe(
    "<ul><li>uno</li><li><p>due</p><p>tre</p></li></ul>",
  );
  expect(tidyHtml("<p></p>")).toBe("");
  expect(tidyHtml("<p> </p><hr>")).toBe("<p> </p><hr>");
});
