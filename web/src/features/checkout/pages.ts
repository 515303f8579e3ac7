import { CheckoutPageView } from "./CheckoutPageView.tsx";

export { scripts as words } from "../../../pkg/words/checkout.ts";
export const pages = { checkout: CheckoutPageView };
