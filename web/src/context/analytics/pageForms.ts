import { pathOf } from "../../bootstrap/hiddenAddress.ts";
import type { AnalyticsRules } from "../../core/load.ts";
import type { AnalyticsForm, PageData } from "../../core/types.ts";
import { cardItem, cartForm, pageLists } from "./items.ts";

interface Arrival {
  /** The last search: paging, sorting or returning to its results is not a new search. */
  searched: string;
  url: string;
  referrer: string;
}

/** Returns the events of a page view. The purchase event of an order is fetched from the server instead. */
export function pageForms(
  data: PageData,
  rules: AnalyticsRules,
  { searched, url, referrer }: Arrival,
): AnalyticsForm[] {
  const { page } = data;
  const lists = pageLists(data).map(
    ({ name, items }): AnalyticsForm => ({ event: "view_item_list", list_name: name, items }),
  );
  switch (page.kind) {
    case "listing":
      if (!page.search || page.page > 1 || page.search === searched) return lists;
      return [{ event: "search", search_term: page.search, found: page.total }, ...lists];
    case "product":
      return [{ event: "view_item", items: [cardItem(page.card)] }, ...lists];
    case "checkout":
      return page.cart.items.length > 0 ? [cartForm("begin_checkout", page.cart)] : [];
    case "not_found":
      return [
        {
          event: "404_not_found",
          page_path: rules.analyticsAddress(pathOf(new URL(url))),
          page_referrer: rules.analyticsAddress(referrer),
        },
      ];
    default:
      return lists;
  }
}
