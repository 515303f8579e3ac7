import { Link, useParams } from "react-router";
import { Tabs } from "../../ui/Tabs.tsx";
import { Heading } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";
import { AttributesList } from "./AttributesList.tsx";
import { CategoriesList } from "./CategoriesList.tsx";
import { TagsList } from "./TagsList.tsx";

const PARTS = [
  { path: "categorie", text: "categories" },
  { path: "etichette", text: "tags" },
  { path: "attributi", text: "attributes" },
] as const;

/** Taxonomies of products: categories, tags, attributes. */
export function CataloguePage() {
  const { part: path } = useParams();
  const { t } = useLanguage();
  const part = PARTS.find((one) => one.path === path) ?? PARTS[0];
  return (
    <>
      <Heading title={`${t(part.text)} · ${t("catalogue")}`}>{t("catalogue")}</Heading>
      <Tabs label={t("catalogueParts")} current={part.path}>
        {PARTS.map((one) => (
          <li key={one.path}>
            <Link to={`/catalogo/${one.path}`} aria-current={one.path === part.path ? "page" : undefined}>
              {t(one.text)}
            </Link>
          </li>
        ))}
      </Tabs>
      {part.path === "categorie" && <CategoriesList />}
      {part.path === "etichette" && <TagsList />}
      {part.path === "attributi" && <AttributesList />}
    </>
  );
}
