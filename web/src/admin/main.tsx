import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "../styles/tokens.css";
import "../styles/base.css";
import "./admin.css";
import { setCore } from "../core/core.ts";
import { loadCore } from "../core/load.ts";
import { App } from "./app/App.tsx";

const root = document.getElementById("root");
if (root) {
  // Money is written by the shop's rules; nothing is shown before they are there.
  loadCore().then((core) => {
    setCore(core);
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    );
  });
}
