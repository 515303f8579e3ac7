// Where the wallets' buttons stand beside the page's own way to buy.
import { screen } from "@testing-library/react";
import { show } from "../../../tests/fixture.tsx";
import { shopPage } from "../../../tests/page.tsx";
import { inSight } from "../../../tests/wallet.ts";
import { ExpressArea } from "./ExpressArea.tsx";
import type { AreaPlace } from "./ExpressCheckout.tsx";

const { express } = shopPage("cart").page as { express: Parameters<typeof ExpressArea>[0]["settings"] };

beforeEach(inSight);

const PLACES: [AreaPlace, string][] = [
  [{ kind: "cart" }, "above"],
  [{ kind: "checkout", ordering: false }, "below"],
  [{ kind: "order_pay" }, "below"],
];
for (const [place, side] of PLACES) {
  const { kind } = place;
  test(`a separator stands ${side} the buttons of the ${kind}, towards the page's own way`, () => {
    show(<ExpressArea settings={express} place={place} />);
    const separator = screen.getByText("oppure");
    const button = document.querySelector("section > div") as HTMLElement;
    const order = separator.compareDocumentPosition(button);
    const follows = Boolean(order & Node.DOCUMENT_POSITION_FOLLOWING);
    expect(follows).toBe(side === "above");
  });
}
