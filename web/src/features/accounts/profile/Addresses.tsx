import { useWords } from "../../../context/PageContext.tsx";
import { Link } from "../../../ui/Link.tsx";
import styles from "../shared/account.module.css";

/** The billing and the shipping address. */
export function Addresses({ billing, shipping }: { billing: string[]; shipping: string[] }) {
  const words = useWords("account");
  return (
    <>
      <h1 tabIndex={-1}>{words.addresses}</h1>
      <p className={styles.sub}>{words.addressesWhy}</p>
      <div className={styles.cards}>
        <Card title={words.billingAddress} lines={billing} to="/my-account/edit-address/billing/" />
        <Card title={words.shippingAddress} lines={shipping} to="/my-account/edit-address/shipping/" />
      </div>
    </>
  );
}

function Card({ title, lines, to }: { title: string; lines: string[]; to: string }) {
  const words = useWords("account");
  const saved = lines.length > 0;
  return (
    <section className={styles.card}>
      <h2>{title}</h2>
      {saved ? (
        <address>
          {lines.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </address>
      ) : (
        <p>{words.noAddress}</p>
      )}
      <Link href={to} aria-label={saved ? words.editNamed(title) : words.addNamed(title)}>
        {saved ? words.edit : words.add}
      </Link>
    </section>
  );
}
