import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { renderOffice } from "../../../tests/backOffice.tsx";
import { type Call, serve } from "../../../tests/server.ts";
import { CommentsPage } from "./CommentsPage.tsx";

const comment = (id: number, author: string) => ({
  ...{ id, page_id: 1, title: "Olio nuovo", path: "/blog/olio-nuovo/", author, body: "Profuma." },
  ...{ author_email: author && `${author.toLowerCase()}@example.com`, is_reply: false, takes_answers: false },
  ...{ state: "hold", created_at: 0 },
});

/** Renders the page with pending comments; moderated ones leave the list. */
function show(names: string[]) {
  let left = names.map((name, at) => comment(at + 1, name));
  const calls = serve((call: Call) => {
    const [, id, act] = /comments\/(\d+)\/(.+)/.exec(call.path) ?? [];
    if (act === "state") left = left.filter((one) => one.id !== Number(id));
    if (act === "forget-writer")
      left = left.map((one) => (one.id === Number(id) ? { ...comment(one.id, "") } : one));
    return { body: { comments: left, total: left.length, page: 1, pages: 1, waiting: left.length } };
  });
  renderOffice(<CommentsPage />);
  return calls;
}

const article = (name: string) => screen.findByRole("article", { name: `Olio nuovo: ${name}` });
const publish = async (name: string) =>
  fireEvent.click(within(await article(name)).getByRole("button", { name: "Pubblica" }));

test("after a decision the focus moves to the next comment, or after the last one to the result", async () => {
  show(["Anna", "Bruno", "Carla"]);
  await publish("Bruno");
  await waitFor(() => expect(screen.getByRole("article", { name: "Olio nuovo: Carla" })).toHaveFocus());
  expect(screen.queryByRole("article", { name: "Olio nuovo: Bruno" })).toBeNull();
  await publish("Carla");
  await waitFor(() =>
    expect(document.activeElement).toHaveTextContent("il commento di Carla è ora «Pubblicato»"),
  );
  await publish("Anna");
  await waitFor(() =>
    expect(document.activeElement).toHaveTextContent("il commento di Anna è ora «Pubblicato»"),
  );
});

test("the author is anonymized after confirmation, and the comment keeps the focus", async () => {
  const calls = show(["Anna", "Bruno"]);
  fireEvent.click(within(await article("Bruno")).getByRole("button", { name: "Dimentica chi scrive" }));
  const confirmation = await screen.findByRole("dialog");
  expect(confirmation).toHaveTextContent("Dimenticare chi scrive da bruno@example.com?");
  expect(calls).toHaveLength(1);
  fireEvent.click(within(confirmation).getByRole("button", { name: "Dimentica chi scrive" }));
  await waitFor(() => expect(screen.getAllByRole("article")[1]).toHaveFocus());
  expect(calls[1]).toMatchObject({ method: "POST", path: "/api/admin/comments/2/forget-writer" });
  expect(screen.getAllByRole("article")[1]).not.toHaveTextContent("Dimentica");
});
