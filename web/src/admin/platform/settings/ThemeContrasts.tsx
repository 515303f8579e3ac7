import { core } from "../../../core/core.ts";
import ui from "../../components/ui.module.css";
import { useLanguage } from "../../context/language.tsx";
import styles from "./theme.module.css";
import type { Contrasts } from "./useContrasts.ts";

/** Contrasts of the chosen colours before they are saved. Insufficient ones are announced when they appear. */
export function ThemeContrasts({ contrasts }: { contrasts: Contrasts }) {
  const { t, named, lang } = useLanguage();
  const ratio = (text: string) => core().formatDecimal(text, lang);
  const tooLow = (one: Contrasts[number]) =>
    t("contrastTooLow", { ratio: ratio(one.ratio), minimum: ratio(one.minimum) });
  const insufficient = contrasts.filter((one) => !one.enough);
  return (
    <>
      <h3>{t("themeContrasts")}</h3>
      <ul className={styles.contrasts}>
        {contrasts.map((one) => (
          <li key={one.pair} data-wrong={!one.enough || undefined}>
            <span>{named("themePair", one.pair)}</span>{" "}
            <span className={ui.small}>
              {one.enough ? t("contrastEnough", { ratio: ratio(one.ratio) }) : tooLow(one)}
            </span>
          </li>
        ))}
      </ul>
      <p className="visuallyHidden" role="status">
        {insufficient.map((one) => `${named("themePair", one.pair)}: ${tooLow(one)}`).join(". ")}
      </p>
    </>
  );
}
