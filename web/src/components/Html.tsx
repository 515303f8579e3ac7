import { linksInLanguage } from "../core/address.ts";
import styles from "./Html.module.css";

/** HTML written in the shop's editors. The server has sanitized it: no scripts, styles or external images. */
export function Html({ html, className }: { html: string; className?: string }) {
  if (!html) return null;
  const content = { __html: linksInLanguage(html) };
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized by the server
  return <div className={`${styles.prose} ${className ?? ""}`} dangerouslySetInnerHTML={content} />;
}
