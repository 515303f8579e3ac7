import { CheckoutPageView } from "./CheckoutPageView.tsx";

export const pages = { checkout: CheckoutPageView };
