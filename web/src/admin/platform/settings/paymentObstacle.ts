import type { ProvidedMethod } from "../../api/types.ts";
import type { Lang, TextKey, Values } from "../../words/texts.ts";

/** Returns where a provider's method can be used, or why the shop cannot offer it. */
export function obstacleText(
  method: ProvidedMethod,
  currency: string,
  lang: Lang,
  t: (key: TextKey, values?: Values) => string,
): string {
  const names = new Intl.DisplayNames([lang], { type: "region" });
  const countries = new Intl.ListFormat(lang, { type: "conjunction" }).format(
    method.countries.map((code) => names.of(code) ?? code),
  );
  switch (method.obstacle) {
    case "closed":
      return t("paymentClosed");
    case "currency":
      return t("paymentCurrency", { currency, currencies: method.currencies.join(", ") });
    case "countries":
      return t("paymentNoCountry", { countries });
    default:
      return countries ? t("paymentCountries", { countries }) : "";
  }
}
