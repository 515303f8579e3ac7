import { screen } from "@testing-library/react";
import { show } from "../../../../tests/fixture.tsx";
import type { AccountPage, AccountSection } from "../../../core/types.ts";
import { SubaccountDetail } from "./SubaccountDetail.tsx";

test("closing the form of a sub-account returns to the list without sending anything", () => {
  const fields = {
    ...{ username: "cucina.rossi", email: "cucina@example.com", name: "Anna Neri", job_title: "Cuoca" },
    ...{ phone: "02 5550 0100", approval_above: "", permissions: {} },
  };
  const section = { name: "subaccount", id: 4, fields } as unknown as Extract<
    AccountSection,
    { name: "subaccount" }
  >;
  const page = { trade_token: "t", nonce: "n", errors: [] } as unknown as AccountPage;
  show(<SubaccountDetail page={page} section={section} />);
  const close = screen.getByRole("link", { name: "Chiudi" });
  expect(close).toHaveAttribute("href", "/my-account/subaccounts/");
  expect(screen.getByLabelText(/^Telefono/)).toHaveValue("02 5550 0100");
  expect(screen.getByLabelText(/^Mansione/)).toHaveValue("Cuoca");
});
