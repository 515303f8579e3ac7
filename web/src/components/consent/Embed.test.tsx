// Third-party content before and after consent.

import { act, screen } from "@testing-library/react";
import { show } from "../../../tests/fixture.tsx";
import { visitedPage } from "../../../tests/visitedPage.ts";
import { decide, resetConsent, setPageConsent } from "../../context/consent/consentStore.ts";
import type { EmbedView } from "../../core/types.ts";
import { Embed } from "./Embed.tsx";

const embed: EmbedView = {
  kind: "frame",
  address: "https://video.example.com/embed/7",
  title: "Il frantoio",
  service: "film",
  name: "Film",
  category: "marketing",
  host: "video.example.com",
  text: "Qui c’è un contenuto di Film.",
  accept: "Accetta e mostra",
  elsewhere: "Aprilo su Film",
  allowed: false,
};

test("without consent nothing is loaded, and a form requests consent for the service", () => {
  const { container } = show(<Embed embed={embed} />);
  expect(container.querySelector("iframe, script")).toBeNull();
  expect(screen.getByRole("button", { name: /^Accetta e mostra ?: Il frantoio$/ })).toBeVisible();
  expect(
    screen.getByRole("link", { name: /^Aprilo su Film ?\(si apre in una nuova scheda\)$/ }),
  ).toHaveAttribute("href", embed.address);
  const form = container.querySelector("form") as HTMLFormElement;
  expect(form).toHaveAttribute("action", "/consenso/");
  const fields = Object.fromEntries(new FormData(form));
  expect(fields).toMatchObject({ event: "accept_placeholder", category: "marketing", service: "film" });
});

test("with consent it is shown in a frame that cannot navigate the page", () => {
  const { container } = show(<Embed embed={{ ...embed, allowed: true }} />);
  const frame = container.querySelector("iframe");
  expect(frame).toHaveAttribute("src", embed.address);
  expect(frame).toHaveAttribute("title", "Il frantoio");
  expect(frame?.getAttribute("sandbox")).not.toContain("allow-top-navigation");
});

test("accepting reloads the page even before consent is known, and opening the page never does", async () => {
  globalThis.fetch = (async () => new Response("{}")) as typeof fetch;
  resetConsent();
  setPageConsent(visitedPage());
  globalThis.timesLeft = 0;
  const { unmount } = show(<Embed embed={embed} />);
  const accept = { event: "accept_placeholder", category: "marketing", service: "film" } as const;
  await act(async () => {
    await decide(accept);
  });
  expect(globalThis.timesLeft).toBe(1);
  unmount();
  // The reloaded page is the same: it must not reload again until the visitor accepts again.
  show(<Embed embed={embed} />);
  expect(globalThis.timesLeft).toBe(1);
  await act(async () => {
    await decide(accept);
  });
  expect(globalThis.timesLeft).toBe(2);
  resetConsent();
});

test("a blocked script is a note with a button and without a link to the script", () => {
  const { container } = show(<Embed embed={{ ...embed, kind: "script", title: "" }} />);
  expect(container.querySelector("script")).toBeNull();
  expect(screen.getByRole("button", { name: "Accetta e mostra" })).toBeVisible();
  expect(screen.queryByRole("link")).toBeNull();
});

test("an allowed script runs once", () => {
  const script: EmbedView = {
    ...embed,
    kind: "script",
    address: "https://stats.example.com/a.js",
    allowed: true,
  };
  show(
    <>
      <Embed embed={script} />
      <Embed embed={script} />
    </>,
  );
  expect(document.head.querySelectorAll('script[src="https://stats.example.com/a.js"]')).toHaveLength(1);
});
