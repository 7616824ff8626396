import { byId } from "./dom.js";

const KEY = "theme";
const system = matchMedia("(prefers-color-scheme: dark)");

function show() {
  document.documentElement.dataset.theme = localStorage.getItem(KEY) ?? (system.matches ? "dark" : "light");
}

export function startTheme() {
  system.addEventListener("change", show);
  byId("theme").addEventListener("click", () => {
    localStorage.setItem(KEY, document.documentElement.dataset.theme === "dark" ? "light" : "dark");
    show();
  });
  show();
}
