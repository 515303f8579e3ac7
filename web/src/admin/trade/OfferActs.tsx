import { deleteOffer, duplicateOffer, sendOffer, withdrawOffer } from "../api/calls.ts";
import type { OfferDetail, OfferForm } from "../api/types.ts";
import styles from "../components/details.module.css";
import type { NestedForm } from "../components/nested.ts";
import ui from "../components/ui.module.css";
import { Outcome } from "../components/ui.tsx";
import { useAct } from "../components/useAct.ts";
import { useLanguage } from "../context/language.tsx";
import { navigate } from "../context/router.tsx";

interface ActsProps {
  offer: OfferDetail;
  replace: (offer: OfferDetail) => void;
}

async function copy(offer: OfferDetail): Promise<string> {
  const { id } = await duplicateOffer(offer.id);
  navigate(`/offerte/${id}`);
  return "";
}

/** What is done with a draft: it is sent as it is saved, copied or deleted. */
export function DraftActs({ offer, form, replace }: ActsProps & { form: NestedForm<OfferForm> }) {
  const { t } = useLanguage();
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
      navigate("/offerte", "push", true);
      return "";
    });
  return (
    <>
      <button type="button" className={ui.button} onClick={() => void send()}>
        {t("sendOffer")}
      </button>
      <button type="button" className={ui.button} onClick={() => void form.send(() => copy(offer))}>
        {t("duplicate")}
      </button>
      <button type="button" className={ui.plain} onClick={() => void remove()}>
        {t("delete")}
      </button>
    </>
  );
}

/** What is done with an offer that was sent: it is copied, or taken back while its buyer has it. */
export function SentActs({ offer, replace }: ActsProps) {
  const { t } = useLanguage();
  const { busy, refused, success, act } = useAct();
  const withdraw = () =>
    act(async () => {
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
      <button type="button" className={ui.button} onClick={() => void act(() => copy(offer))}>
        {t("duplicate")}
      </button>
      <Outcome error={refused} success={success} />
    </div>
  );
}
