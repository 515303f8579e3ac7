import { PageProvider } from "../context/PageContext.tsx";
import type { PageData } from "../core/types.ts";
import { CartDrawer } from "../features/cart/CartDrawer.tsx";
import { ShellFrame } from "../features/shell/ShellFrame.tsx";
import { pageComponent } from "./pages.ts";
import { QuickViewHost } from "./quickView/QuickViewHost.tsx";

/** What may lie over any page. The cart comes last: it opens over the quick view. */
function Overlays() {
  return (
    <>
      <QuickViewHost />
      <CartDrawer />
    </>
  );
}

/** A whole page: the frame and its content. */
export function App({ data, loading }: { data: PageData; loading: boolean }) {
  const Content = pageComponent(data);
  return (
    <PageProvider shell={data.shell}>
      <ShellFrame kind={data.page.kind} loading={loading} drawer={<Overlays />}>
        <Content key={data.shell.path.split("?")[0]} page={data.page} />
      </ShellFrame>
    </PageProvider>
  );
}
