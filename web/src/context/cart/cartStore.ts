// The cart in the browser, in one place for all its views: state, lines, add buttons.

export { addAllToCart, addByButton, addToCart } from "./adds.ts";
export {
  type AddState,
  adoptCart,
  adoptPage,
  type CartState,
  cartState,
  changeCart,
  dismissCartError,
  initialCartState,
  leaveCartError,
  leaveDrawer,
  refreshCart,
  setDrawer,
  showsCart,
  subscribeCart,
} from "./cartState.ts";
export { applyCoupon, removeCoupon } from "./coupons.ts";
export {
  cartSent,
  closeDrawer,
  forgetRemoved,
  planLine,
  removeLine,
  settleLine,
  undoRemove,
  updateLine,
} from "./lines.ts";
