import { render, screen, within } from "@testing-library/react";
import { pageData } from "../../../tests/fixture.tsx";
import { PageProvider } from "../../context/PageContext.tsx";
import { MainMenu } from "./MainMenu.tsx";

test("the panel also contains the merchant's pages, which a narrow window shows nowhere else", () => {
  const { shell } = pageData("home");
  const menu_links = [{ label: "La bottega", path: "/la-bottega/" }];
  render(
    <PageProvider shell={{ ...shell, menu_links }}>
      <MainMenu />
    </PageProvider>,
  );
  const panel = document.getElementById(
    screen.getByRole("button", { name: "Categorie" }).getAttribute("aria-controls") ?? "",
  );
  expect(within(panel as HTMLElement).getByText("La bottega")).toHaveAttribute("href", "/la-bottega/");
});
