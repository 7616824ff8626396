import { element } from "./dom.js";
import { number, percent } from "./format.js";

/** Frames with a smaller share of all are left out. */
const LEAST_SHARE = 0.005;

/** The frames of all groups as a tree, the outermost first. Each node counts the goroutines below it. */
export function treeOf(groups) {
  const root = { name: "all goroutines", count: 0, children: new Map() };
  for (const { stack, count } of groups) {
    root.count += count;
    let node = root;
    for (const frame of [...(stack ?? [])].reverse()) {
      const name = frame.replace(/\(.*$/, "");
      if (!node.children.has(name)) node.children.set(name, { name, count: 0, children: new Map() });
      node = node.children.get(name);
      node.count += count;
    }
  }
  return root;
}

/** Draws the tree downwards. A click on a frame makes it the first and widest, and a click on the first goes back. */
export function showFlame(box, groups) {
  const tree = treeOf(groups);
  box.hidden = tree.children.size === 0;
  draw(box, tree, tree);
}

function draw(box, root, tree) {
  const zoom = (node) => {
    draw(box, node === root ? tree : node, tree);
    box.querySelector("button").focus();
  };
  box.replaceChildren(nodeOf(root, root, tree.count, zoom));
}

function nodeOf(node, root, all, zoom) {
  const children = [...node.children.values()]
    .filter(({ count }) => count >= LEAST_SHARE * root.count)
    .sort((one, other) => other.count - one.count);
  const words = `${node.name}: ${number(node.count)}, ${percent(node.count / all)}`;
  const button = element("button", { type: "button", title: words, "aria-label": words }, shortFrame(node.name));
  button.addEventListener("click", () => zoom(node));
  const rest = node.count - children.reduce((sum, { count }) => sum + count, 0);
  const below = element("div", { class: "flame-row" }, ...children.map((child) => nodeOf(child, root, all, zoom)));
  if (rest > 0 && children.length > 0) below.append(weighed(element("span"), rest));
  return weighed(element("div", { class: "flame-node" }, button, ...(children.length > 0 ? [below] : [])), node.count);
}

function weighed(node, weight) {
  node.style.flexGrow = weight;
  return node;
}

/** The class and the method, without packages. */
const shortFrame = (name) => name.replace(/^.*\//, "").replace(/^(?:[a-z_]\w*\.)+(?=[A-Z])/, "");
