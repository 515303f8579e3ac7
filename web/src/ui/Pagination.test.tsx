import { render, screen } from "@testing-library/react";
import { Pagination } from "./Pagination.tsx";

const show = (page: number, pages: number) =>
  render(
    <Pagination
      page={page}
      pages={pages}
      path={(n) => `/negozio/${n}/`}
      format={(n) => n.toLocaleString("it")}
      label="Pagine"
    />,
  );

test("a list of one page has no links", () => {
  expect(show(1, 1).container).toBeEmptyDOMElement();
});

test("the first page, the last and those around the current one are linked", () => {
  show(5, 12_000);
  const links = screen.getAllByRole("link");
  expect(links.map((link) => link.getAttribute("href"))).toEqual(
    [4, 1, 4, 5, 6, 12_000, 6].map((n) => `/negozio/${n}/`),
  );
  expect(screen.getByText("5")).toHaveAttribute("aria-current", "page");
  expect(screen.getByText("12.000")).not.toHaveAttribute("aria-current");
  expect(screen.getAllByText("…")).toHaveLength(2);
});

test("the first page has none before it, the last none after it", () => {
  const { container, unmount } = show(1, 2);
  expect(container.querySelector("[rel=prev]")).toBeNull();
  expect(container.querySelector("[rel=next]")).toHaveAttribute("href", "/negozio/2/");
  unmount();
  expect(show(2, 2).container.querySelector("[rel=next]")).toBeNull();
});
