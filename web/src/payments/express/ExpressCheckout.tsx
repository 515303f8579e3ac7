// The lazily loaded part of an express area: the buttons, with a purchase source for each kind of page.

import { type ReactNode, useEffect, useState } from "react";
import { scripts } from "../../../pkg/words/express.ts";
import { useLang } from "../../context/PageContext.tsx";
import type { ExpressSettings } from "../../core/types.ts";
import { loadWords } from "../../i18n/words.ts";
import { openingFields } from "./productForm.ts";
import { type ExpressTools, loadExpress } from "./tools.ts";
import { useCartSource } from "./useCartSource.ts";
import { useOrderPaySource } from "./useOrderPaySource.ts";
import { type ProductProps, useProductSource } from "./useProductSource.ts";
import { WalletButtons } from "./WalletButtons.tsx";

/** The page that the area is placed on. */
export type ExpressPlacement =
  | ({ kind: "product" } & ProductProps)
  | { kind: "cart" }
  /** `ordering`: whether the page's own form is being submitted. */
  | { kind: "checkout"; ordering: boolean }
  | { kind: "order_pay" };

export interface ExpressCheckoutProps {
  settings: ExpressSettings;
  placement: ExpressPlacement;
  onVisibleChange: (isVisible: boolean) => void;
  /** Reports a failed payment to the page; if omitted, the message appears below the buttons. */
  onFailure?: ((text: string) => void) | undefined;
  /** Placeholder that reserves the buttons' space until they are loaded. */
  waiting: ReactNode;
}

/** Loads what the buttons need and shows them; without a provider there are none. */
export function ExpressCheckout({
  settings,
  placement,
  onVisibleChange,
  onFailure,
  waiting,
}: ExpressCheckoutProps) {
  const lang = useLang();
  const [tools, setTools] = useState<ExpressTools | null>(null);
  const { kind } = placement;
  const product = kind === "product" ? placement.page.card.id : 0;
  const form = kind === "product" ? placement.form : null;
  useEffect(() => {
    let cancelled = false;
    const fields = form ? openingFields(product, form.current) : [];
    Promise.all([loadExpress(settings, kind, fields, lang), loadWords(lang, scripts)])
      .catch(() => [null])
      .then(([found]) => {
        if (cancelled) return;
        setTools(found);
        if (!found) onVisibleChange(false);
      });
    return () => {
      cancelled = true;
    };
  }, [settings, kind, product, form, lang, onVisibleChange]);
  if (!tools) return waiting;
  const props = { tools, onVisibleChange, onFailure };
  if (placement.kind === "product") return <ProductButtons {...props} product={placement} />;
  if (placement.kind === "order_pay") return <OrderPayButtons {...props} />;
  return <CartButtons {...props} ordering={placement.kind === "checkout" && placement.ordering} />;
}

interface Props extends Pick<ExpressCheckoutProps, "onVisibleChange" | "onFailure"> {
  tools: ExpressTools;
}

function ProductButtons({ product, ...props }: Props & { product: ProductProps }) {
  return <WalletButtons {...props} source={useProductSource(props.tools, product)} />;
}

function CartButtons({ ordering, ...props }: Props & { ordering: boolean }) {
  return <WalletButtons {...props} source={useCartSource(props.tools, ordering)} />;
}

function OrderPayButtons(props: Props) {
  return <WalletButtons {...props} source={useOrderPaySource(props.tools)} />;
}
