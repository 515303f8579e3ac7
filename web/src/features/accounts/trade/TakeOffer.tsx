import { useState } from "react";
import { requestMessage } from "../../../api/requestMessage.ts";
import type { StoreApiError } from "../../../api/storeApi.ts";
import { addOffer } from "../../../api/tradeOffers.ts";
import { noteForm } from "../../../context/cart/cartState.ts";
import { useShell, useWords } from "../../../context/PageContext.tsx";
import { inLanguage } from "../../../core/address.ts";
import { core } from "../../../core/core.ts";
import type { AccountOffer, AccountPage } from "../../../core/types.ts";
import button from "../../../ui/button.module.css";
import { Form } from "../../../ui/Link.tsx";
import styles from "./Offers.module.css";

/** Adds an offer to the cart and goes there; an error is shown beside the button. Without scripts the form does the same. */
export function TakeOffer({ page, offer }: { page: AccountPage; offer: AccountOffer }) {
  const words = useWords("account");
  const { lang } = useShell();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");
  const take = async () => {
    setBusy(true);
    setError("");
    try {
      await addOffer(offer.id, page.trade_token);
      noteForm();
      window.location.assign(inLanguage("/cart/"));
    } catch (error) {
      setError(requestMessage(error as StoreApiError, lang));
      setBusy(false);
    }
  };
  return (
    <Form
      method="post"
      action="/my-account/offers/"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void take();
      }}
    >
      <input type="hidden" name="security" value={page.trade_token} />
      <button
        type="submit"
        name="offer"
        value={offer.id}
        data-offer={offer.id}
        className={button.button}
        aria-disabled={busy || undefined}
      >
        {busy ? words.offerAdding : core().messageText("trade_offer_add", {}, lang)}
        <span className="visuallyHidden"> {offer.title}</span>
      </button>
      <div role="alert">{error && <p className={styles.refused}>{error}</p>}</div>
    </Form>
  );
}
