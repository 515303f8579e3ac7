import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "../styles/fonts.css";
import "../styles/tokens.css";
import "../styles/base.css";
import "./app/admin.css";
import { loadRules } from "../core/load.ts";
import { App } from "./app/App.tsx";

const root = document.getElementById("root");
if (root) {
  // The core formats amounts, so nothing is rendered before it has loaded.
  loadRules("browse").then(() => {
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    );
  });
}
