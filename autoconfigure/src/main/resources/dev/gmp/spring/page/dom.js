export const byId = (id) => document.getElementById(id);

/** Makes an element. Children are nodes or text, so that no task's name is ever read as markup. */
export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value != null) node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}

/** A line that opens to lines of text. */
export function foldout(summary, lines) {
  return element("details", {}, element("summary", {}, ...summary), element("pre", { tabindex: "0" }, lines.join("\n")));
}

const SVG = "http://www.w3.org/2000/svg";

export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/** Writes a text only where it differs: what does not change is not announced, and selections stay. */
export function text(node, value) {
  const string = String(value ?? "");
  if (node.textContent !== string) node.textContent = string;
}

/**
 * Makes the children of a list those of the items, one each, in order. A child stays the same node as long as its key is
 * there, so that focus and opened details stay where they are. Of items with the same key, the first has the first child.
 */
export function keyed(list, items, key, make, update) {
  const focused = list.contains(document.activeElement) ? document.activeElement : null;
  const occurrences = new Map();
  const keys = items.map((item) => {
    const itsKey = String(key(item));
    const occurrence = (occurrences.get(itsKey) ?? 0) + 1;
    occurrences.set(itsKey, occurrence);
    return `${occurrence} ${itsKey}`;
  });
  const wanted = new Set(keys);
  const known = new Map();
  // Before others are placed: whoever stays need not move for those that go.
  for (const child of [...list.children]) {
    if (wanted.has(child.dataset.key)) known.set(child.dataset.key, child);
    else child.remove();
  }
  items.forEach((item, index) => {
    let child = known.get(keys[index]);
    if (!child) {
      child = make(item);
      child.dataset.key = keys[index];
    }
    update(child, item);
    if (list.children[index] !== child) place(list, child, list.children[index] ?? null);
  });
  if (focused !== document.activeElement && list.contains(focused)) focused.focus({ preventScroll: true });
}

/** Where the browser can move a node, it keeps its focus and where it is scrolled to. */
function place(list, child, before) {
  if (child.parentNode === list && list.moveBefore) list.moveBefore(child, before);
  else list.insertBefore(child, before);
}

/** The descendant that plays a part: parts are named by the attribute data-part. */
export const part = (node, name) => node.querySelector(`[data-part="${name}"]`);
