import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { renderOffice } from "../../../tests/backOffice.tsx";
import { type Call, serve } from "../../../tests/server.ts";
import { NewsletterPage } from "./NewsletterPage.tsx";

const subscriber = (id: number, email: string, left_at: number | null = null) => ({
  ...{ id, email, state: left_at ? "left" : "confirmed", lang: "it", source: "footer", consent_text: "Sì" },
  ...{ consent_at: 1, confirmed_at: 2, left_at, requested_at: null },
});

test("a subscription ends at once and is deleted after confirmation, and the focus stays in the list", async () => {
  let all = [subscriber(1, "anna@example.com"), subscriber(2, "bruno@example.com")];
  const calls = serve((call: Call) => {
    if (call.method === "DELETE") all = all.slice(1);
    if (call.path.endsWith("/1/unsubscribe")) all = [subscriber(1, "anna@example.com", 9), ...all.slice(1)];
    return { body: { subscribers: all, total: all.length, page: 1, pages: 1 } };
  });
  renderOffice(<NewsletterPage />);
  fireEvent.click(await screen.findByRole("button", { name: "Annulla l’iscrizione: anna@example.com" }));
  const row = () => screen.getByRole("row", { name: /anna@example.com/ });
  await waitFor(() => expect(row()).toHaveFocus());
  expect(within(row()).queryByRole("button", { name: /Annulla/ })).toBeNull();
  fireEvent.click(within(row()).getByRole("button", { name: "Cancella: anna@example.com" }));
  const confirmation = await screen.findByRole("dialog");
  expect(calls.filter(({ method }) => method === "DELETE")).toHaveLength(0);
  fireEvent.click(within(confirmation).getByRole("button", { name: "Cancella" }));
  await waitFor(() => expect(screen.getByRole("row", { name: /bruno@example.com/ })).toHaveFocus());
  expect(calls.find(({ method }) => method === "DELETE")?.path).toBe("/api/admin/newsletter/1");
});
