// What an area of express buttons loads: the buttons, each kind of page with its own place.

import { type ReactNode, useEffect, useState } from "react";
import { scripts } from "../../../pkg/words/express.ts";
import { useLang } from "../../context/PageContext.tsx";
import type { ExpressSettings } from "../../core/types.ts";
import { loadWords } from "../../i18n/words.ts";
import { openingFields } from "./productForm.ts";
import { type ExpressTools, loadExpress } from "./tools.ts";
import { useCartPlace } from "./useCartPlace.ts";
import { useOrderPayPlace } from "./useOrderPayPlace.ts";
import { type ProductProps, useProductPlace } from "./useProductPlace.ts";
import { WalletButtons } from "./WalletButtons.tsx";

/** Where the area stands. */
export type AreaPlace =
  | ({ kind: "product" } & ProductProps)
  | { kind: "cart" }
  /** `ordering`: the page's own form is being sent. */
  | { kind: "checkout"; ordering: boolean }
  | { kind: "order_pay" };

export interface ExpressCheckoutProps {
  settings: ExpressSettings;
  place: AreaPlace;
  onShown: (shown: boolean) => void;
  /** Tells of a failed payment in the area's place. */
  onFailure?: ((text: string) => void) | undefined;
  /** Keeps the room of the buttons until they come. */
  waiting: ReactNode;
}

/** Loads what the buttons need and shows them; without the provider there are none. */
export function ExpressCheckout({ settings, place, onShown, onFailure, waiting }: ExpressCheckoutProps) {
  const lang = useLang();
  const [tools, setTools] = useState<ExpressTools | null>(null);
  const { kind } = place;
  const product = kind === "product" ? place.page.card.id : 0;
  const form = kind === "product" ? place.form : null;
  useEffect(() => {
    let gone = false;
    const asked = form ? openingFields(product, form.current) : [];
    Promise.all([loadExpress(settings, kind, asked, lang), loadWords(lang, scripts)])
      .catch(() => [null])
      .then(([found]) => {
        if (gone) return;
        setTools(found);
        if (!found) onShown(false);
      });
    return () => {
      gone = true;
    };
  }, [settings, kind, product, form, lang, onShown]);
  if (!tools) return waiting;
  const props = { tools, onShown, onFailure };
  if (place.kind === "product") return <ProductButtons {...props} product={place} />;
  if (place.kind === "order_pay") return <OrderPayButtons {...props} />;
  return <CartButtons {...props} ordering={place.kind === "checkout" && place.ordering} />;
}

interface Props extends Pick<ExpressCheckoutProps, "onShown" | "onFailure"> {
  tools: ExpressTools;
}

function ProductButtons({ product, ...props }: Props & { product: ProductProps }) {
  return <WalletButtons {...props} place={useProductPlace(props.tools, product)} />;
}

function CartButtons({ ordering, ...props }: Props & { ordering: boolean }) {
  return <WalletButtons {...props} place={useCartPlace(props.tools, ordering)} />;
}

function OrderPayButtons(props: Props) {
  return <WalletButtons {...props} place={useOrderPayPlace(props.tools)} />;
}
