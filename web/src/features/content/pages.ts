import { BlogPageView } from "./BlogPageView.tsx";
import { ContentPageView } from "./ContentPageView.tsx";

export const pages = { content: ContentPageView, blog: BlogPageView };
