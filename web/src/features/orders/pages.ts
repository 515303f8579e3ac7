import { FindOrderView } from "./FindOrderView.tsx";
import { OrderPageView } from "./OrderPageView.tsx";
import { OrderPayView } from "./OrderPayView.tsx";
import { WithdrawalView } from "./WithdrawalView.tsx";

export { scripts as words } from "../../../pkg/words/order.ts";
export const pages = {
  order_received: OrderPageView,
  order_pay: OrderPayView,
  find_order: FindOrderView,
  withdrawal: WithdrawalView,
};
