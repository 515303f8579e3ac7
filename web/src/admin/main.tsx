import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "../styles/fonts.css";
import "../styles/tokens.css";
import "../styles/base.css";
import "./admin.css";
import { loadRules } from "../core/load.ts";
import { App } from "./app/App.tsx";

const root = document.getElementById("root");
if (root) {
  // Money is written by the shop's rules; nothing is shown before they are there.
  loadRules("browse").then(() => {
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    );
  });
}
