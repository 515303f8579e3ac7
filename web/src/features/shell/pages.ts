import { TextPageView } from "./TextPageView.tsx";

export const pages = { text: TextPageView, not_found: TextPageView, error: TextPageView };
