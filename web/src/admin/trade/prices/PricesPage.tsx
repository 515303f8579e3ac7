import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { apiQuery } from "../../api/client.ts";
import { useList } from "../../api/queries.ts";
import type { PriceOwner } from "../../api/types.ts";
import details from "../../components/details.module.css";
import { ChoiceFilter, FilterForm, TextFilter } from "../../components/filters.tsx";
import { ListPage } from "../../components/list.tsx";
import ui from "../../components/ui.module.css";
import { Failure, Heading } from "../../components/ui.tsx";
import { useLanguage } from "../../context/language.tsx";
import { DiscountForm } from "./DiscountForm.tsx";
import { PriceFile } from "./PriceFile.tsx";
import { PriceRows } from "./PriceRows.tsx";

const BASE = "/listini";

/** Prices of a role or company beside the shop's own. */
export function PricesPage() {
  const { t } = useLanguage();
  const [query] = useSearchParams();
  const owners = useQuery(
    apiQuery("/api/admin/price-owners", { query: { search: query.get("company") ?? undefined } }),
  );
  if (owners.error) return <Failure error={owners.error} retry={owners.refetch} />;
  if (!owners.data) return <p role="status">{t("loading")}</p>;
  const owner = query.get("owner") ?? owners.data[0]?.id;
  if (!owner) {
    return (
      <>
        <Heading title={t("tradePrices")}>{t("tradePrices")}</Heading>
        <p className={ui.empty}>{t("noPriceOwners")}</p>
      </>
    );
  }
  return <Prices key={owner} owner={owner} owners={owners.data} />;
}

function Prices({ owner, owners }: { owner: string; owners: PriceOwner[] }) {
  const { t } = useLanguage();
  const [query] = useSearchParams();
  const listQuery = new URLSearchParams(
    [...query].filter(([name]) => ["search", "own", "page"].includes(name)),
  );
  const loaded = useList(apiQuery("/api/admin/trade-prices/{owner}", { path: { owner }, query: listQuery }));
  const selectable = owners.some(({ id }) => id === owner) ? owners : [{ id: owner, name: owner }, ...owners];
  const options = selectable.map(({ id, name }) => ({ value: id, label: name || id }));
  return (
    <ListPage
      title={t("tradePrices")}
      base={BASE}
      search={t("searchPrices")}
      filters={
        <>
          <FilterForm base={BASE} names={["owner", "own", "company"]}>
            <ChoiceFilter name="owner" label={t("priceOwner")} errors={[]} options={options} />
            <ChoiceFilter
              name="own"
              label={t("shownPrices")}
              errors={[]}
              options={[
                { value: "", label: t("allPrices") },
                { value: "true", label: t("ownPrices") },
              ]}
            />
            <TextFilter name="company" label={t("findCompany")} errors={[]} />
          </FilterForm>
          <div className={details.stack}>
            <DiscountForm owner={owner} done={loaded.refetch} />
            <PriceFile owner={owner} done={loaded.refetch} />
          </div>
        </>
      }
      loaded={loaded}
      empty={t("noPricesFound")}
    >
      {(list) => <PriceRows key={listQuery.toString()} owner={owner} list={list} done={loaded.refetch} />}
    </ListPage>
  );
}
