// A list that many pages share, as the page renderer renders it.
import { renderToString } from "react-dom/server";
import { partPlaceholder, withParts } from "../context/sharedParts.ts";
import { SharedList } from "./SharedList.tsx";

let renders = 0;

function List({ names }: { names: string[] }) {
  const entries = () => {
    renders += 1;
    return names.map((name) => <li key={name}>{name}</li>);
  };
  return <SharedList className="list" label="Vini" name="wines" of={names} entries={entries} />;
}

const plain = (names: string[]) => renderToString(<List names={names} />);
const shared = (names: string[], frame = "it") => withParts(frame, () => plain(names), renderToString);

test("the HTML is the same as in the browser", () => {
  const names = ["Barolo & figli", "<Brunello>"];
  expect(plain(names)).toContain("<li>Barolo &amp; figli</li>");
  expect(shared(names)).toBe(plain(names));
  expect(shared(names)).toBe(plain(names));
});

test("it is rendered once for all pages, and again for other entries or another frame", () => {
  const times = (names: string[], frame?: string) => {
    const before = renders;
    shared(names, frame);
    return renders - before;
  };
  const names = ["Arneis", "Grignolino"];
  expect([times(names), times([...names]), times(["Arneis"]), times(names), times(names, "en")]).toEqual([
    1, 0, 1, 1, 1,
  ]);
});

test("an entry of the page's own comes last and is rendered with every page", () => {
  const page = (own: string) => (
    <SharedList name="own" of={1} entries={() => <li>Arneis</li>} last={<li>{own}</li>} />
  );
  for (const own of ["/vini/", "/olio/"]) {
    const plain = renderToString(page(own));
    expect(plain).toBe(`<ul><li>Arneis</li><li>${own}</li></ul>`);
    expect(withParts("it", () => renderToString(page(own)), renderToString)).toBe(plain);
  }
});

test("eager pictures of a shared part are preloaded on every page that uses it", () => {
  const picture = <img alt="" src="/pictures/1/a.webp" fetchPriority="high" />;
  const page = () =>
    withParts("it", () => `<main>${partPlaceholder("card 1", 1, () => picture)}</main>`, renderToString);
  const [first, again] = [page(), page()];
  expect(first).toMatch(
    /^<link rel="preload"[^>]*href="\/pictures\/1\/a.webp"[^>]*><main><img[^>]*><\/main>$/,
  );
  expect(again).toBe(first);
});

for (const odd of ["<!--part:-->", "<!--part:7-->", "<!--part:0", "a<!--part:x-->b"])
  test(`text that only looks like a placeholder is not changed: ${odd}`, () => {
    expect(withParts("it", () => odd, renderToString)).toBe(odd);
  });

test("a page that fails to render leaves no placeholders behind", () => {
  const broken = () => {
    throw new Error("broken page");
  };
  expect(() => withParts("it", broken, renderToString)).toThrow("broken page");
  expect(plain(["Nebbiolo"])).not.toContain("part:");
});
