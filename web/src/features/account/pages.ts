import { AccountPageView } from "./AccountPageView.tsx";

export const pages = { account: AccountPageView };
