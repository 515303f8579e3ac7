import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "../api/client.ts";
import type { FieldProblem } from "../api/types.ts";
import { ChoiceFilter, FilterForm } from "../components/filters.tsx";
import { useLanguage } from "../context/language.tsx";

const NAMES = ["stock", "kind", "category", "sort"];
const STOCKS = ["instock", "outofstock", "onbackorder"];
const KINDS = ["simple", "variable", "grouped", "external"];
const SORTS = ["name", "newest", "cheapest", "dearest", "sold"];

/** Filters of the product list by stock, kind and category, and its sort order. */
export function ProductFilters({ errors }: { errors: FieldProblem[] }) {
  const { t, named } = useLanguage();
  const { data: categories } = useQuery(apiQuery("/api/admin/categories"));
  const any = { value: "", label: t("anyOfThem") };
  const words = (group: string, values: string[]) =>
    values.map((value) => ({ value, label: named(group, value) }));
  const inCategory = (categories ?? []).map((one) => ({ value: String(one.id), label: one.name }));
  return (
    <FilterForm base="/prodotti" names={NAMES} defaultSort={SORTS[0]} clearable>
      <ChoiceFilter
        name="stock"
        label={t("stock")}
        errors={errors}
        options={[any, ...words("stock", STOCKS)]}
      />
      <ChoiceFilter
        name="kind"
        label={t("kindOfProduct")}
        errors={errors}
        options={[any, ...words("kind", KINDS)]}
      />
      <ChoiceFilter
        // Remounts when the categories have loaded; the other filters keep their values.
        key={inCategory.length}
        name="category"
        label={t("category")}
        errors={errors}
        options={[any, ...inCategory]}
      />
      <ChoiceFilter name="sort" label={t("sortBy")} errors={errors} options={words("productSort", SORTS)} />
    </FilterForm>
  );
}
