import { byId } from "./dom.js";

const KEY = "gmp.theme";
const system = matchMedia("(prefers-color-scheme: dark)");

/** What was chosen on the page, if anything was; some browsers keep nothing. */
function chosen() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return document.documentElement.dataset.chosen;
  }
}

function choose(theme) {
  document.documentElement.dataset.chosen = theme;
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // It holds until the page is left.
  }
}

function show() {
  const dark = (chosen() ?? (system.matches ? "dark" : "light")) === "dark";
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  byId("theme").setAttribute("aria-label", dark ? "Switch to light" : "Switch to dark");
}

/** Follows the system until the switch is used. */
export function startTheme() {
  system.addEventListener("change", show);
  byId("theme").addEventListener("click", () => {
    choose(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
    show();
  });
  show();
}
