import { useWords } from "../../../context/PageContext.tsx";
import type { AccountPage, AccountSection } from "../../../core/types.ts";
import { Link } from "../../../ui/Link.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { usePermissions } from "../shared/permissions.ts";
import { NewSubaccount } from "./NewSubaccount.tsx";
import styles from "./Subaccounts.module.css";

type Section = Extract<AccountSection, { name: "subaccounts" }>;

/** A company's sub-accounts, and the form for a new one. */
export function Subaccounts({ page, section }: { page: AccountPage; section: Section }) {
  const words = useWords("account");
  const permissions = usePermissions();
  return (
    <>
      <h1 tabIndex={-1}>{words.subaccounts}</h1>
      <p className={styles.sub}>{words.subaccountsWhy(String(section.maximum))}</p>
      {section.subaccounts.length === 0 ? (
        <p>{words.noSubaccounts}</p>
      ) : (
        <ul className={styles.list} aria-label={words.subaccountList}>
          {section.subaccounts.map((one) => {
            const may = permissions.filter(([name]) => one.permissions[name]).map(([, label]) => label);
            return (
              <li key={one.id}>
                <h2>
                  <Link href={one.path} aria-label={words.editSubaccount(one.name)}>
                    {one.name}
                  </Link>
                </h2>
                <p className={styles.sub}>
                  {[one.name === one.username ? "" : one.username, one.email, one.job_title]
                    .filter(Boolean)
                    .join(" · ")}
                </p>
                <p>
                  {may.length > 0
                    ? `${words.subaccountMay}: ${may.join(", ").toLowerCase()}`
                    : words.subaccountMayNothing}
                </p>
              </li>
            );
          })}
        </ul>
      )}
      {section.room ? (
        <NewSubaccount page={page} typed={section.typed} />
      ) : (
        <Notice kind="info">
          <p>{words.subaccountsFull}</p>
        </Notice>
      )}
    </>
  );
}
