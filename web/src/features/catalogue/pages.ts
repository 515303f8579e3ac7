import { HomePageView } from "./HomePageView.tsx";
import { ListingPageView } from "./ListingPageView.tsx";

export const pages = { home: HomePageView, listing: ListingPageView };
