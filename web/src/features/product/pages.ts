import { ProductPageView } from "./ProductPageView.tsx";

export const pages = { product: ProductPageView };
