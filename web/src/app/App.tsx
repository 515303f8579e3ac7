import { type ComponentType, useEffect, useState } from "react";
import { closeDrawer, leaveDrawer } from "../context/cart/cartStore.ts";
import { useCart } from "../context/cart/useCart.ts";
import { PageProvider, useShell } from "../context/PageContext.tsx";
import type { PageData } from "../core/types.ts";
import { ShellFrame } from "../features/shell/ShellFrame.tsx";
import { pageComponent } from "./pages.ts";
import { QuickViewHost } from "./quickView/QuickViewHost.tsx";

/** The cart drawer. Its script is loaded after hydration, and again if that failed and the drawer is to open. */
function CartDrawer() {
  const { path } = useShell();
  const { drawerOpen } = useCart();
  const [Drawer, setDrawer] = useState<ComponentType | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the drawer
  useEffect(closeDrawer, [path]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening it triggers another attempt
  useEffect(() => {
    if (Drawer) return;
    import("../features/cart/CartDrawer.tsx").then(
      (loaded) => setDrawer(() => loaded.CartDrawer),
      leaveDrawer,
    );
  }, [Drawer, drawerOpen]);
  return Drawer && <Drawer />;
}

/** The overlays of every page. The cart comes last, as it opens over the quick view. */
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
