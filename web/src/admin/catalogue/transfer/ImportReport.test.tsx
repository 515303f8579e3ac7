import { screen, within } from "@testing-library/react";
import { renderOffice } from "../../../../tests/backOffice.tsx";
import type { ImportStatus } from "../../api/types.ts";
import { ImportReport } from "./ImportReport.tsx";

type Result = NonNullable<ImportStatus["result"]>;

function show(stage: string, result: Partial<Result>): void {
  const none = { rows: 0, added: 0, updated: 0, unchanged: 0, failed: 0, imported: false, refusal: "" };
  const job = {
    id: 1,
    file: "prodotti.csv",
    dry_run: false,
    author: "anna",
    stage,
    done: 0,
    total: 0,
    started_at: 1,
  };
  renderOffice(<ImportReport job={{ ...job, result: { ...none, errors: [], warnings: [], ...result } }} />);
}

test("an import without any imported row shows the reason, the number of rejected rows and each of them", () => {
  const errors = [
    { line: 2, column: "Nome", message: "il nome manca" },
    { line: 3, column: "", message: "la riga ha 9 celle" },
  ];
  show("failed", { rows: 2, failed: 2, errors, refusal: "non è stato importato nulla" });
  expect(screen.getByRole("status")).toHaveTextContent("non è stato importato nulla");
  expect(screen.getByRole("status")).toHaveTextContent("2 rifiutati");
  const rows = within(screen.getByRole("region", { name: "Righe rifiutate" })).getAllByRole("row");
  expect(rows[1]).toHaveTextContent(/2.*Nome.*il nome manca/);
  expect(rows[2]).toHaveTextContent(/3.*–.*la riga ha 9 celle/);
});

test("an unreadable file shows the reason and no counts", () => {
  show("failed", { refusal: "il file non ha intestazione" });
  expect(screen.getByRole("status")).toHaveTextContent(/^il file non ha intestazione$/);
});

test("an aborted import is reported as such", () => {
  show("failed", {});
  expect(screen.getByRole("status")).toHaveTextContent("L’importazione si è interrotta.");
});

test("a partly rejected import shows the counts without a general error", () => {
  show("done", {
    rows: 3,
    added: 2,
    failed: 1,
    imported: true,
    errors: [{ line: 4, column: "Nome", message: "x" }],
  });
  expect(screen.getByRole("status")).toHaveTextContent(
    "3 righe · 2 nuovi · 0 cambiati · 0 uguali · 1 rifiutati",
  );
});
