import { screen } from "@testing-library/react";
import { renderOffice } from "../../../tests/backOffice.tsx";
import { serve } from "../../../tests/server.ts";
import * as sample from "../api/samples.ts";
import { DashboardPage } from "./DashboardPage.tsx";
import { MailboxPage } from "./MailboxPage.tsx";

const PAGES = [
  ["the mailbox", <MailboxPage key="m" id={null} />, sample.mailbox, "i messaggi restano qui."],
  ["the dashboard", <DashboardPage key="d" />, sample.dashboard, "i messaggi restano nella gestione."],
] as const;

test.each(PAGES)(
  "without a mail server %s warns that buyers receive no mail and explains how to configure one",
  async (_, page, body, words) => {
    serve(() => ({ body: { ...body, mail_server: false } }));
    renderOffice(page);
    const warning = await screen.findByRole("region", { name: "Nessun server di posta" });
    expect(warning).toHaveTextContent(words);
    expect(warning).toHaveTextContent("I clienti non ricevono");
    expect(warning).toHaveTextContent("SHOP_SMTP_URL=");
  },
);

test.each(PAGES)("with a mail server %s shows no warning", async (_, page, body) => {
  serve(() => ({ body }));
  renderOffice(page);
  await screen.findByRole("heading", { level: 1 });
  await screen.findAllByRole("link");
  expect(screen.queryByRole("region", { name: "Nessun server di posta" })).toBeNull();
});

test("the dashboard shows pending comments like pending reviews", async () => {
  serve(() => ({ body: sample.dashboard }));
  renderOffice(PAGES[1][1]);
  expect(await screen.findByRole("link", { name: "2 recensioni da leggere" })).toHaveAttribute(
    "href",
    "/admin/recensioni",
  );
  expect(screen.getByRole("link", { name: "1 commento da leggere" })).toHaveAttribute(
    "href",
    "/admin/commenti",
  );
});
