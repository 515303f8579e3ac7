import { AccountPageView } from "./AccountPageView.tsx";

export { scripts as words } from "../../../pkg/words/account.ts";
export const pages = { account: AccountPageView };
