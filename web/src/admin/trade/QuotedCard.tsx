import { Link } from "react-router";
import type { ConversationDetail } from "../api/types.ts";
import { Card } from "../components/Card.tsx";
import { Rows } from "../components/list.tsx";
import ui from "../components/ui.module.css";
import { useLanguage } from "../context/language.tsx";

interface QuotedCardProps {
  detail: ConversationDetail;
  quoted: NonNullable<ConversationDetail["quoted"]>;
}

/** Cart of a quote request, with the prices at that time; a company's request can be turned into an offer. */
export function QuotedCard({ detail, quoted }: QuotedCardProps) {
  const { t, format } = useLanguage();
  const offer = new URLSearchParams({
    conversation: String(detail.id),
    company: String(detail.company_id),
    title: t("offerForQuote", { number: detail.id }),
    lines: JSON.stringify(quoted.offer_lines),
  });
  return (
    <Card id="preventivo" title={t("quotedProducts")}>
      <Rows
        within
        rows={quoted.lines.map((line, at) => ({ ...line, at }))}
        id={(line) => line.at}
        columns={[
          {
            label: t("quotedProduct"),
            cell: (line) => (
              <>
                <Link to={`/prodotti/${line.product_id}`}>{line.name}</Link>
                <span className={ui.small}> {[line.choices, line.sku].filter(Boolean).join(" · ")}</span>
              </>
            ),
          },
          { label: t("quotedQuantity"), number: true, cell: (line) => format.integer(line.quantity) },
          { label: t("quotedUnitPrice"), number: true, cell: (line) => format.price(line.unit_price_cents) },
          { label: t("quotedLineTotal"), number: true, cell: (line) => format.price(line.total_cents) },
        ]}
      />
      <p>
        <strong>{format.price(quoted.total_cents)}</strong>{" "}
        <span className={ui.small}>{t(quoted.with_tax ? "quotedWithTax" : "quotedWithoutTax")}</span>
      </p>
      {detail.company_id && (
        <p className={ui.buttons}>
          <Link to={`/offerte/nuova?${offer}`} className={`${ui.button} ${ui.primary}`}>
            {t("offerFromQuote")}
          </Link>
        </p>
      )}
    </Card>
  );
}
