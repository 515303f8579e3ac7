import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { addOffer, saveOffer } from "../api/calls.ts";
import { apiQuery } from "../api/client.ts";
import type { OfferBuyer, OfferDetail, OfferForm } from "../api/types.ts";
import styles from "../components/details.module.css";
import { DetailPage } from "../components/Loaded.tsx";
import { useNestedForm } from "../components/nested.ts";
import { SaveBar } from "../components/SaveBar.tsx";
import { SendForm } from "../components/SendForm.tsx";
import ui from "../components/ui.module.css";
import { Badge, Heading } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";
import { AFTER_SAVE } from "../context/navigation.ts";
import { DraftActs, SentActs } from "./OfferActs.tsx";
import { OfferBasics } from "./OfferBasics.tsx";
import { OfferLines } from "./OfferLines.tsx";
import { filled, fromAddress } from "./offerForm.ts";

/** Page of an offer, or of a new one. */
export function OfferPage({ id }: { id: number | null }) {
  const { t } = useLanguage();
  const [query] = useSearchParams();
  // A new offer is filled from the URL, once.
  const [initial] = useState(() => fromAddress(query));
  if (id === null) {
    return (
      <>
        <p>
          <Link to="/offerte">← {t("allOffers")}</Link>
        </p>
        <Editor offer={null} fields={initial} replace={() => undefined} />
      </>
    );
  }
  return (
    <DetailPage
      list="/offerte"
      all={t("allOffers")}
      query={apiQuery("/api/admin/offers/{id}", { path: { id } })}
    >
      {(offer, { replace }) => (
        <Editor key={offer.state} offer={offer} fields={offer.fields} replace={replace} />
      )}
    </DetailPage>
  );
}

interface EditorProps {
  offer: OfferDetail | null;
  fields: OfferForm;
  replace: (offer: OfferDetail) => void;
}

function Editor({ offer, fields, replace }: EditorProps) {
  const { t, lang } = useLanguage();
  const navigate = useNavigate();
  const form = useNestedForm(filled(fields, lang));
  // Saving sends the version that was edited, so that a newer one causes a conflict instead of being overwritten.
  const [version, setVersion] = useState(offer?.version ?? 0);
  const [chosen, setBuyer] = useState<OfferBuyer | null>(offer?.buyer ?? null);
  const company = offer ? null : fields.company_id;
  const loaded = useQuery({
    ...apiQuery("/api/admin/offer-buyers", { query: { company: company ?? undefined } }),
    enabled: Boolean(company),
  });
  const buyer = chosen ?? loaded.data?.[0] ?? null;
  const draft = !offer || offer.state === "draft";
  const save = () =>
    form.send(async () => {
      if (!offer) {
        const { id } = await addOffer(form.value);
        navigate(`/offerte/${id}`, AFTER_SAVE);
        return t("saved");
      }
      const saved = await saveOffer(offer.id, version, form.value);
      form.markSaved(filled(saved.fields, lang));
      setVersion(saved.version);
      replace(saved);
      return t("saved");
    });
  const title = offer ? t("offerNumber", { number: offer.id }) : t("newOffer");
  return (
    <SendForm form={form} send={save}>
      <div className={styles.head}>
        <Heading title={title}>{title}</Heading>
        {offer && <Badge group="offerState" value={offer.state} />}
        {offer && <Facts offer={offer} />}
      </div>
      {/* A sent offer cannot be changed. */}
      <fieldset disabled={!draft} className={styles.stack}>
        <OfferBasics form={form} buyer={buyer} choose={setBuyer} />
        <OfferLines form={form} products={offer?.products ?? []} draft={draft} />
      </fieldset>
      {draft ? (
        <SaveBar form={form} unsaved={form.unsaved || !offer}>
          {offer && <DraftActs offer={offer} form={form} replace={replace} />}
        </SaveBar>
      ) : (
        <SentActs offer={offer} replace={replace} />
      )}
    </SendForm>
  );
}

function Facts({ offer }: { offer: OfferDetail }) {
  const { t, format } = useLanguage();
  const seen = offer.seen_at ? t("offerSeenOn", { date: format.moment(offer.seen_at) }) : t("offerNotSeen");
  return (
    <>
      {offer.sent_at && (
        <span className={ui.small}>
          {t("offerSentOn", { date: format.moment(offer.sent_at) })}, {seen}
        </span>
      )}
      {offer.order_id && (
        <Link to={`/ordini/${offer.order_id}`}>{t("orderNumber", { number: offer.order_id })}</Link>
      )}
      {offer.fields.conversation_id && (
        <Link to={`/conversazioni/${offer.fields.conversation_id}`}>
          {t("offerFromConversation", { number: offer.fields.conversation_id })}
        </Link>
      )}
      <a href={`/api/admin/offers/${offer.id}/offerta.pdf`} download className={styles.away}>
        {t("offerPdf")}
      </a>
    </>
  );
}
