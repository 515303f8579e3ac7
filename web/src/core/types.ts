// The shapes of the shop's data, generated from crates/shop-core. Values that reach a page are complete: fields that may
// be left out when the core is asked are never left out by it.

import type * as Core from "@bottega/shop-core";
import type * as Pages from "@bottega/shop-core/checkout";

type Whole<T> = T extends readonly unknown[]
  ? { [K in keyof T]: Whole<T[K]> }
  : T extends object
    ? { [K in keyof T]-?: Whole<Exclude<T[K], undefined>> }
    : T;

/** The functions of the core that the fuller of the pages' two modules has. */
export type ShopCore = typeof Pages;

/** The answer to a placed order. */
export type CheckoutAnswer = Whole<Core.Checkout>;
export type Lang = Whole<Core.Lang>;
export type Link = Whole<Core.Link>;
export type Breadcrumb = Link;
export type Picture = Whole<Core.Picture>;
export type MenuEntry = Whole<Core.MenuEntry>;
export type Shell = Whole<Core.Shell>;
export type Head = Whole<Core.Head>;
export type TextPage = Whole<Core.TextPage>;
export type PriceView = Whole<Core.PriceView>;
export type UnitPrice = Whole<Core.UnitPrice>;
export type ProductCard = Whole<Core.ProductCard>;
export type Nutrition = Whole<Core.Nutrition>;
export type FoodFacts = Whole<Core.FoodFacts>;
export type VariationView = Whole<Core.VariationView>;
export type VariationAttribute = Whole<Core.VariationAttribute>;
export type QuantityBounds = Whole<Core.QuantityBounds>;
export type FittedQuantity = Core.FittedQuantity;
export type GroupedChild = Whole<Core.GroupedChild>;
export type ReviewView = Whole<Core.ReviewView>;
export type RatingBar = Whole<Core.RatingBar>;
export type ReviewFormView = Whole<Core.ReviewFormView>;
export type ReviewRules = Whole<Core.ReviewRules>;
export type QuickViewView = Whole<Core.QuickViewView>;
export type QuickView = Whole<Core.QuickView>;
export type QuickViewEvent = Core.QuickViewEvent;
export type ClickedCoupon = Pick<Core.ClickedCoupon, "coupon_code" | "coupon_id">;
export type Notice = Whole<Core.Notice>;
export type ProductPage = Whole<Core.ProductPage>;
export type PurchaseView = Whole<Core.PurchaseView>;
export type PurchasePrice = Whole<Core.PurchasePrice>;
export type AddOnView = Whole<Core.AddOnView>;
export type ChoiceView = Whole<Core.ChoiceView>;
export type BookingView = Whole<Core.BookingView>;
export type BlockView = Whole<Core.BlockView>;
export type ContentPage = Whole<Core.ContentPage>;
export type BlogPage = Whole<Core.BlogPage>;
export type SearchSuggestions = Whole<Core.SearchSuggestions>;
export type SuggestedProduct = Whole<Core.SuggestedProduct>;
export type ShippingCalculator = Whole<Core.ShippingCalculator>;
export type AddQueue = Whole<Core.AddQueue>;
export type AddQueueEvent = Core.AddQueueEvent;
export type HomePage = Whole<Core.HomePage>;
export type FacetValue = Whole<Core.FacetValue>;
export type Facet = Whole<Core.Facet>;
export type PriceFilter = Whole<Core.PriceFilter>;
export type Filters = Whole<Core.Filters>;
export type ListingPage = Whole<Core.ListingPage>;
export type CartOffers = Whole<Core.CartOffers>;
export type CartPage = Whole<Core.CartPage>;
export type PaymentMethodView = Whole<Core.PaymentMethodView>;
export type GatewaySettings = Whole<Core.GatewaySettings>;
export type ExpressSettings = Whole<Core.ExpressSettings>;
export type ExpressProduct = Whole<Core.ExpressProduct>;
export type ExpressItem = Core.ExpressItem;
export type ExpressTotal = Whole<Core.ExpressTotal>;
export type ExpressCartDetails = Core.ExpressCartDetails;
export type ExpressSheetAnswer = Core.ExpressSheetAnswer;
export type ExpressDeclared = Core.ExpressDeclared;
export type ExpressOrder = Core.ExpressOrder;
export type ExpressOrderForm = Core.ExpressOrderForm;
export type DisplayItem = Core.DisplayItem;
export type WalletRate = Whole<Core.WalletRate>;
export type WalletPerson = Whole<Core.WalletPerson>;
export type BillingCollection = Core.BillingCollection;
export type ButtonAppearance = Whole<Core.ButtonAppearance>;
/** A wallet, as the provider names it. */
export type Wallet = "apple_pay" | "google_pay" | "amazon_pay" | "link";
export type SavedMethodView = Whole<Core.SavedMethodView>;
export type PaymentError = Whole<Core.PaymentError>;
export type PaymentRoute = Core.PaymentRoute;
export type NetworkFailure = Core.NetworkFailure;
export type IntentMode = Core.IntentMode;
export type SavingForm = Core.SavingForm;
export type Next = Core.Next;
export type ExtraFieldView = Core.ExtraFieldView;
export type CheckoutPage = Whole<Core.CheckoutPage>;
export type OrderLineView = Whole<Core.OrderLineView>;
export type TotalRow = Whole<Core.TotalRow>;
export type OrderPage = Whole<Core.OrderPage>;
export type SlipView = Whole<Core.SlipView>;
export type DownloadView = Whole<Core.DownloadView>;
export type OrderPayPage = Whole<Core.OrderPayPage>;
export type FindOrderPage = Whole<Core.FindOrderPage>;
export type WithdrawalPage = Whole<Core.WithdrawalPage>;
export type WithdrawalLineView = Whole<Core.WithdrawalLineView>;
export type AccountPage = Whole<Core.AccountPage>;
export type AccountSection = Whole<Core.AccountSection>;
export type AccountSubscription = Whole<Core.AccountSubscription>;
export type AccountOrder = Whole<Core.AccountOrder>;
export type AccountForm = Core.AccountForm;
export type PasswordPage = Whole<Core.PasswordPage>;
export type PasswordForm = Core.PasswordForm;
export type PasswordMeter = Whole<Core.PasswordMeter>;
export type Page = Whole<Core.Page>;
export type PageKind = Page["kind"];
export type PageData = Whole<Core.PageData>;
export type FieldError = Whole<Core.FieldError>;
export type CheckoutForm = Whole<Core.CheckoutForm>;
export type InvoiceForm = Whole<Core.InvoiceForm>;
export type CheckoutRules = Whole<Core.CheckoutRules>;
export type FieldRule = Whole<Core.FieldRule>;
export type AddressKind = Whole<Core.AddressKind>;
export type AddressField = Whole<Core.AddressField>;
export type ProductTab = Core.ProductTab;
export type Address = Whole<Core.Address>;
export type VariationForm = Whole<Core.VariationForm>;
export type VariationFormState = Whole<Core.VariationFormState>;
/** By which a page prices the cart itself; the server gives it to pages of the shop alone. */
export type Cart = Omit<Whole<Core.Cart>, "pricing"> & { pricing?: Core.PricingInput };
export type CartChange = Core.CartChange;
export type CartSums = Core.CartSums;
export type PriceReport = Core.PriceReport;
export type CartItem = Whole<Core.CartItem>;
export type AddressView = Whole<Core.AddressView>;
