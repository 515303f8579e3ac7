import { OrderPageView } from "./OrderPageView.tsx";

export const pages = { order_received: OrderPageView };
