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
 * there, so that focus and opened details stay where they are.
 */
export function keyed(list, items, key, make, update) {
  const known = new Map([...list.children].map((child) => [child.dataset.key, child]));
  items.forEach((item, index) => {
    const itsKey = String(key(item));
    let child = known.get(itsKey);
    known.delete(itsKey);
    if (!child) {
      child = make(item);
      child.dataset.key = itsKey;
    }
    update(child, item);
    if (list.children[index] !== child) list.insertBefore(child, list.children[index] ?? null);
  });
  known.forEach((child) => child.remove());
}

/** The descendant that plays a part: parts are named by the attribute data-part. */
export const part = (node, name) => node.querySelector(`[data-part="${name}"]`);
