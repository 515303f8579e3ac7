import { useNavigate } from "react-router";
import { deleteOffer, duplicateOffer, sendOffer, withdrawOffer } from "../api/calls.ts";
import type { OfferDetail, OfferForm } from "../api/types.ts";
import styles from "../components/details.module.css";
import type { NestedForm } from "../components/nested.ts";
import ui from "../components/ui.module.css";
import { Outcome } from "../components/ui.tsx";
import { useAction } from "../components/useAction.ts";
import { useLanguage } from "../context/language.tsx";
import { AFTER_SAVE } from "../context/navigation.ts";

interface ActsProps {
  offer: OfferDetail;
  replace: (offer: OfferDetail) => void;
}

/** Returns a function that duplicates an offer and opens the copy. */
function useCopy(offer: OfferDetail): () => Promise<string> {
  const navigate = useNavigate();
  return async () => {
    const { id } = await duplicateOffer(offer.id);
    navigate(`/offerte/${id}`);
    return "";
  };
}

/** Actions on a draft: send (once it is saved), copy, delete. */
export function DraftActs({ offer, form, replace }: ActsProps & { form: NestedForm<OfferForm> }) {
  const { t } = useLanguage();
  const navigate = useNavigate();
  const copy = useCopy(offer);
  const send = () =>
    form.send(async () => {
      if (form.unsaved) return t("sendAfterSaving");
      if (!window.confirm(t("sendOfferSure", { company: offer.company }))) return "";
      replace(await sendOffer(offer.id, offer.version));
      return t("offerSentTo");
    });
  const remove = () =>
    form.send(async () => {
      if (!window.confirm(t("deleteOfferSure"))) return "";
      await deleteOffer(offer.id);
      navigate("/offerte", AFTER_SAVE);
      return "";
    });
  return (
    <>
      <button type="button" className={ui.button} onClick={() => void send()}>
        {t("sendOffer")}
      </button>
      <button type="button" className={ui.button} onClick={() => void form.send(copy)}>
        {t("duplicate")}
      </button>
      <button type="button" className={ui.plain} onClick={() => void remove()}>
        {t("delete")}
      </button>
    </>
  );
}

/** Actions on a sent offer: copy, or withdraw while it is open. */
export function SentActs({ offer, replace }: ActsProps) {
  const { t } = useLanguage();
  const { busy, error, success, run } = useAction();
  const copy = useCopy(offer);
  const withdraw = () =>
    run(async () => {
      if (!window.confirm(t("withdrawOfferSure"))) return "";
      replace(await withdrawOffer(offer.id));
      return t("offerWithdrawn");
    });
  return (
    <div className={styles.saveBar}>
      {(offer.state === "sent" || offer.state === "ended") && (
        <button
          type="button"
          className={ui.button}
          aria-disabled={busy || undefined}
          onClick={() => void withdraw()}
        >
          {t("withdrawOffer")}
        </button>
      )}
      <button type="button" className={ui.button} onClick={() => void run(copy)}>
        {t("duplicate")}
      </button>
      <Outcome error={error} success={success} />
    </div>
  );
}
