import { NewsletterView } from "./newsletter/NewsletterView.tsx";
import { TextPageView } from "./TextPageView.tsx";

export const pages = {
  text: TextPageView,
  not_found: TextPageView,
  error: TextPageView,
  newsletter: NewsletterView,
};
