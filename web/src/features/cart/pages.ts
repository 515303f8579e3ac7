import { CartPageView } from "./CartPageView.tsx";

export const pages = { cart: CartPageView };
