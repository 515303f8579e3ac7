import { useFormat, useWords } from "../../../context/PageContext.tsx";
import type { AccountSection } from "../../../core/types.ts";
import { Link } from "../../../ui/Link.tsx";
import styles from "./Credit.module.css";

type Section = Extract<AccountSection, { name: "credit" }>;
type OneCredit = Section["credits"][number];

/** The account's store credit: the balance, how to use it, and its history. */
export function Credit({ section }: { section: Section }) {
  const words = useWords("account");
  const format = useFormat();
  return (
    <>
      <h1 tabIndex={-1}>{words.credit}</h1>
      {section.credits.length === 0 ? (
        <p>{words.noCredit}</p>
      ) : (
        <p className={styles.balance}>
          {words.creditLeft} <strong>{format.price(section.balance_cents)}</strong>
        </p>
      )}
      <section className={styles.how}>
        <h2>{words.creditHow}</h2>
        <p>{words.creditHowText}</p>
        <Link href="/cart/">{words.toCart}</Link>
      </section>
      <ul className={styles.credits}>
        {section.credits.map((credit) => (
          <li key={credit.code}>
            <One credit={credit} />
          </li>
        ))}
      </ul>
    </>
  );
}

function One({ credit }: { credit: OneCredit }) {
  const words = useWords("account");
  const format = useFormat();
  const ended = credit.balance_cents > 0 ? words.creditOver : words.creditEmpty;
  return (
    <article className={styles.credit} data-open={credit.open || undefined}>
      <h2>
        <span className="visuallyHidden">{words.creditCode} </span>
        <code>{credit.code}</code>
      </h2>
      <p className={styles.left}>
        <strong>{format.price(credit.balance_cents)}</strong> {words.of(format.price(credit.issued_cents))}
      </p>
      <p className={styles.note}>
        {[credit.open ? credit.end || words.creditNoEnd : ended, credit.reason].filter(Boolean).join(" · ")}
      </p>
      <details>
        <summary>{words.creditMoves}</summary>
        <ul className={styles.moves}>
          {credit.moves.map((move, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two entries may be equal, and entries are never reordered
            <li key={at}>
              <span>
                {move.label}
                {move.order_path && (
                  <>
                    {" · "}
                    <Link href={move.order_path}>{words.order(move.order_number)}</Link>
                  </>
                )}
                <small>{move.date}</small>
              </span>
              <span className={styles.amount}>
                {move.cents > 0 ? "+" : ""}
                {format.price(move.cents)}
              </span>
            </li>
          ))}
        </ul>
      </details>
    </article>
  );
}
