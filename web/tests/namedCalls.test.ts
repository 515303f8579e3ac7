// Each call that the specification names is made by the shop's own pages, or the map of sentences explains why it is not.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const CALLS =
  `add_to_cart remove_from_cart get_refreshed_fragments update_order_review apply_coupon remove_coupon
  apply_coupon_on_click wbte_sc_update_payment_method_on_session wbte_sc_set_block_checkout_values get_variation
  woosq_quickview the_ajax_hook b2bkingconversationmessage b2bkingsendinquiry b2bkingrequestquotecart b2bkingaddoffer
  b2bkingvalidatevat b2bkingcheckdeliverycountryvat b2bking_create_subaccount b2bking_update_subaccount b2bkingrejectuser
  b2bking_bulkorder_save_list b2bking_ajax_search purchaseListLoading b2bking_bulkorder_add_cart
  b2bking_accountingsubtotals b2bking_purchase_list_delete b2bking_purchase_list_update
  b2bking_save_cart_to_purchase_list listDownloadAddress i18n.json /banner /track cookie_data manage_consent_html
  consent-area init_setup_intent create_payment_intent update_payment_intent update_order_status confirm_change_payment
  update_failed_order save_appearance create_and_confirm_setup_intent get_shipping_options update_shipping_method
  normalize_address get_cart_details clear_cart get_selected_product_data /cart/add-item /cart/remove-item is_ajax
  EXPRESS-CHECKOUT dataType cmplz_user_region`.split(/\s+/);

/** Names that also occur in other contexts; here the call itself is searched for. */
const AS_CALLED: Record<string, RegExp> = {
  remove_from_cart: /wc-ajax=remove_from_cart|classicCall\(\s*"remove_from_cart"/,
  clear_cart: /["_]clear_cart"/,
};

const root = join(process.cwd(), "..");
const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|^admin/.test(path))
  .map((path) => readFileSync(join("src", path), "utf8"))
  .join("\n");
const excused = ["storefront", "payments"]
  .flatMap((name) => readFileSync(join(root, "tests/sentences", `${name}.txt`), "utf8").split("\n"))
  .filter((line) => /^7 \| pages do not call /.test(line) && line.includes(" | = "));

for (const call of CALLS)
  test(`pages call ${call}, or the map explains why not`, () => {
    const isCalled = AS_CALLED[call]?.test(sources) ?? sources.includes(call);
    const reasons = excused.filter((line) => line.split(" | ")[1]?.endsWith(` ${call}`));
    expect([isCalled, reasons.length]).toEqual(isCalled ? [true, 0] : [false, 1]);
  });
