export const byId = (id) => document.getElementById(id);

/** Makes an element; children are nodes or text, so that nothing from the corpus is ever read as markup. */
export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value !== undefined) node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}

/** Fills a description list from [term, value] pairs; pairs without a value are left out. */
export function figures(list, pairs) {
  list.replaceChildren(...pairs
    .filter(([, value]) => value !== undefined && value !== null)
    .flatMap(([term, value]) => [element("dt", {}, term), element("dd", {}, value)]));
}

/** Shows a share of 0 to 100 on a thin bar, or hides the bar for null. */
export function progress(bar, percent) {
  bar.hidden = percent === null;
  if (percent !== null) {
    bar.setAttribute("aria-valuenow", String(percent));
    bar.firstElementChild.style.width = `${percent}%`;
  }
}
