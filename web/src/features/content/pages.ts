import { BlogPageView } from "./BlogPageView.tsx";
import { ContentPageView } from "./ContentPageView.tsx";

export { scripts as words } from "../../../pkg/words/content.ts";
export const pages = { content: ContentPageView, blog: BlogPageView };
