// Where the wallets' buttons stand beside the page's own way to buy.
import { screen } from "@testing-library/react";
import { show } from "../../../tests/fixture.tsx";
import { shopPage } from "../../../tests/page.tsx";
import { inSight } from "../../../tests/wallet.ts";
import { ExpressArea } from "./ExpressArea.tsx";

const { express } = shopPage("cart").page as { express: Parameters<typeof ExpressArea>[0]["settings"] };

beforeEach(inSight);

for (const [kind, side] of [
  ["cart", "above"],
  ["checkout", "below"],
  ["order_pay", "below"],
] as const)
  test(`a separator stands ${side} the buttons of the ${kind}, towards the page's own way`, () => {
    show(<ExpressArea settings={express} place={{ kind }} />);
    const separator = screen.getByText("oppure");
    const button = document.querySelector("section > div") as HTMLElement;
    const order = separator.compareDocumentPosition(button);
    const follows = Boolean(order & Node.DOCUMENT_POSITION_FOLLOWING);
    expect(follows).toBe(side === "above");
  });
