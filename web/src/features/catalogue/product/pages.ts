import { ProductPageView } from "./ProductPageView.tsx";

export { scripts as words } from "../../../../pkg/words/product.ts";
export const pages = { product: ProductPageView };
