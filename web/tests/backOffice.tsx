// Renders a part of the back office with what its frame provides.

import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { createQueryClient } from "../src/admin/api/queries.ts";
import { LanguageProvider } from "../src/admin/context/language.tsx";

/** Renders a page or a part of one, in Italian and at the current URL if that is one of the back office. */
export function renderOffice(element: ReactNode): ReturnType<typeof render> {
  if (!location.pathname.startsWith("/admin")) history.replaceState(null, "", "/admin");
  const router = createBrowserRouter([{ path: "*", element }], { basename: "/admin" });
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <LanguageProvider>
        <RouterProvider router={router} />
      </LanguageProvider>
    </QueryClientProvider>,
  );
}
