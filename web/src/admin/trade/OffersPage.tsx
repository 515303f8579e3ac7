import { Link, useSearchParams } from "react-router";
import { apiQuery } from "../api/client.ts";
import { useList } from "../api/queries.ts";
import type { OfferList } from "../api/types.ts";
import { ListPage, Rows } from "../components/list.tsx";
import ui from "../components/ui.module.css";
import { Badge, StateTabs } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";

const STATES = ["", "draft", "sent", "accepted", "withdrawn"];

/** List of offers to companies, by state and search. */
export function OffersPage() {
  const { t } = useLanguage();
  const [query] = useSearchParams();
  const loaded = useList(apiQuery("/api/admin/offers", { query }));
  return (
    <ListPage
      title={t("offersTitle")}
      base="/offerte"
      search={t("searchOffers")}
      actions={
        <Link to="/offerte/nuova" className={`${ui.button} ${ui.primary}`}>
          {t("newOffer")}
        </Link>
      }
      filters={<StateTabs label={t("offersByState")} base="/offerte" group="offerState" states={STATES} />}
      loaded={loaded}
      empty={t("noOffers")}
    >
      {(list) => <OfferRows list={list} />}
    </ListPage>
  );
}

function OfferRows({ list }: { list: OfferList }) {
  const { t, format } = useLanguage();
  return (
    <Rows
      rows={list.offers}
      id={(offer) => offer.id}
      columns={[
        {
          label: t("offer"),
          cell: (offer) => (
            <Link to={`/offerte/${offer.id}`}>
              {offer.id} · {offer.title}
            </Link>
          ),
        },
        { label: t("offerCompany"), cell: (offer) => offer.company },
        {
          label: t("status"),
          cell: (offer) => (
            <>
              <Badge group="offerState" value={offer.state} />
              {offer.sent_at && !offer.seen_at && <span className={ui.small}> {t("offerNotSeen")}</span>}
            </>
          ),
        },
        {
          label: t("offerLastDay"),
          cell: (offer) => (offer.last_day ? format.day(offer.last_day) : t("offerNoEnd")),
        },
        {
          label: t("offerOrder"),
          cell: ({ order_id: number }) =>
            number ? <Link to={`/ordini/${number}`}>{t("orderNumber", { number })}</Link> : "–",
        },
      ]}
    />
  );
}
