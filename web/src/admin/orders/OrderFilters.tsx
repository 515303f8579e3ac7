import type { FieldProblem } from "../api/types.ts";
import { ChoiceFilter, DayFilter, FilterForm } from "../components/filters.tsx";
import { useLanguage } from "../context/language.tsx";

const SORTS = ["newest", "oldest", "highest", "lowest", "name"];

/** Filters of the order list by day, and its sort order. */
export function OrderFilters({ errors }: { errors: FieldProblem[] }) {
  const { t, named } = useLanguage();
  const sorts = SORTS.map((value) => ({ value, label: named("orderSort", value) }));
  return (
    <FilterForm
      base="/ordini"
      names={["from", "to", "delivery_day", "sort"]}
      defaultSort={SORTS[0]}
      clearable
    >
      <DayFilter name="from" label={t("fromDay")} errors={errors} />
      <DayFilter name="to" label={t("toDay")} errors={errors} />
      <DayFilter name="delivery_day" label={t("deliveryDay")} errors={errors} />
      <ChoiceFilter name="sort" label={t("sortBy")} errors={errors} options={sorts} />
    </FilterForm>
  );
}
