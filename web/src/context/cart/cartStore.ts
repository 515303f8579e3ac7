// The cart's public interface for all views: state, lines, add buttons.

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
  clearRemoved,
  closeDrawer,
  flushCart,
  planLine,
  removeLine,
  saveLineSoon,
  undoRemove,
  updateLine,
} from "./lines.ts";
