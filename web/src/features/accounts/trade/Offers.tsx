import { useFormat, useWords } from "../../../context/PageContext.tsx";
import type { AccountOffer, AccountOffers, AccountPage } from "../../../core/types.ts";
import button from "../../../ui/button.module.css";
import { Link } from "../../../ui/Link.tsx";
import { Pagination } from "../../../ui/Pagination.tsx";
import styles from "./Offers.module.css";
import { TakeOffer } from "./TakeOffer.tsx";

interface OffersProps {
  page: AccountPage;
  section: AccountOffers;
}

/** The offers to the buyer's company, newest first. */
export function Offers({ page, section }: OffersProps) {
  const words = useWords("account");
  const format = useFormat();
  const to = (n: number) => (n === 1 ? "/my-account/offers/" : `/my-account/offers/${n}/`);
  return (
    <>
      <h1 tabIndex={-1}>{words.offers}</h1>
      {section.offers.length === 0 ? (
        <p>{words.noOffers}</p>
      ) : (
        <ul className={styles.list}>
          {section.offers.map((offer) => (
            <li key={offer.id}>
              <One page={page} offer={offer} canTake={section.can_take} />
            </li>
          ))}
        </ul>
      )}
      <Pagination
        page={section.page}
        pages={section.pages}
        path={to}
        format={format.integer}
        label={words.offerPages}
      />
    </>
  );
}

function One({ page, offer, canTake }: { page: AccountPage; offer: AccountOffer; canTake: boolean }) {
  const words = useWords("account");
  const open = offer.standing === "open";
  const heading = `offer-${offer.id}`;
  return (
    <article className={styles.offer} data-open={open || undefined} aria-labelledby={heading}>
      <header className={styles.head}>
        <h2 id={heading}>
          {offer.title}
          {offer.is_new && <span className={styles.fresh}>{words.offerNew}</span>}
        </h2>
        <p className={styles.state} data-open={open || undefined}>
          <span className="visuallyHidden">{words.status}: </span>
          {offer.standing_label}
        </p>
        <p className={styles.note}>
          {words.offerNumber(String(offer.id))} · {words.offerSent(offer.sent)} · {offer.validity}
        </p>
      </header>
      <Lines offer={offer} />
      {offer.notes && <p className={styles.words}>{offer.notes}</p>}
      <div className={styles.acts}>
        {open && canTake && <TakeOffer page={page} offer={offer} />}
        {open && !canTake && <p className={styles.note}>{words.offerNoRight}</p>}
        <Link className={`${button.button} ${button.quiet}`} href={offer.pdf_path} download>
          {words.offerPdf}
          <span className="visuallyHidden"> {words.offerNumber(String(offer.id))}</span>
        </Link>
      </div>
    </article>
  );
}

/** The offer's lines with net prices, and its totals. */
function Lines({ offer }: { offer: AccountOffer }) {
  const words = useWords("account");
  const format = useFormat();
  const sums: [string, number][] = [
    [words.netTotal, offer.net_cents],
    [words.vatTotal, offer.tax_cents],
    [words.total, offer.total_cents],
  ];
  return (
    <>
      <ul className={styles.lines}>
        {offer.lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a sent offer are never reordered
          <li key={at}>
            <span className={styles.what}>
              {line.path ? <Link href={line.path}>{line.text}</Link> : line.text}
            </span>
            {line.quantity > 0 && (
              <span className={styles.unit}>
                {format.integer(line.quantity)} × {format.price(line.unit_cents)}
              </span>
            )}
            {line.quantity > 0 && <span className={styles.amount}>{format.price(line.net_cents)}</span>}
          </li>
        ))}
      </ul>
      <dl className={styles.sums}>
        {sums.map(([label, cents]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{format.price(cents)}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>{words.offerDelivery}</p>
    </>
  );
}
