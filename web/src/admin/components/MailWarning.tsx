import { Link } from "react-router";
import { Notice } from "../../ui/Notice.tsx";
import { useLanguage } from "../context/language.tsx";
import ui from "./ui.module.css";

/** Warns that no mail leaves the shop, and explains how to configure a server. `away` links to the mailbox from another page. */
export function MailWarning({ away = false }: { away?: boolean }) {
  const { t } = useLanguage();
  return (
    <Notice kind="warning" role="region" aria-label={t("noMailServer")}>
      <div>
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
      </div>
    </Notice>
  );
}
