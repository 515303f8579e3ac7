import { useLanguage } from "../context/language.tsx";
import { Link } from "../context/router.tsx";
import ui from "./ui.module.css";

/** Says that no message leaves the shop, and how that is changed. `away`: it stands elsewhere than at the messages. */
export function MailWarning({ away = false }: { away?: boolean }) {
  const { t } = useLanguage();
  return (
    <section className={ui.notice} data-kind="warning" aria-label={t("noMailServer")}>
      <p>
        <strong>{t(away ? "noMailServerAway" : "noMailServerHere")}</strong> {t("noMailServerBuyers")}
      </p>
      <p className={ui.small}>{t("noMailServerHow")}</p>
      <pre className={ui.code}>
        {"SHOP_SMTP_URL=smtp://user:password@host:587\nSHOP_MAIL_FROM=negozio@example.com"}
      </pre>
      <p className={ui.small}>{t("noMailServerTools")}</p>
      {away && (
        <p>
          <Link to="/mailbox">{t("noMailServerOpen")}</Link>
        </p>
      )}
    </section>
  );
}
