import { json, repeat } from "./api.js";
import { byId, element } from "./dom.js";
import { count, partNumbers } from "./format.js";

function row(node) {
  const state = node.reachable ? node.status.toLowerCase() : "unreachable";
  return element("li", {},
    element("code", {}, node.address), ` ${state}${node.self ? ", this node" : ""}`, element("br"),
    element("span", { class: "muted" }, node.parts.length > 0 ? partNumbers(node.parts) : "no parts"));
}

function show({ status, nodes, missingParts, files, lines }) {
  byId("nodes").replaceChildren(...nodes.map(row));
  byId("corpus").textContent = `${count(files, "file", "files")}, ${count(lines, "line", "lines")} on ${count(nodes.length, "node", "nodes")}`;
  const problems = [];
  if (status !== "UP") problems.push(`This node is ${status.toLowerCase().replace("_", " ")}.`);
  if (missingParts.length > 0) problems.push(`Missing, until moved to another node and read there: ${partNumbers(missingParts)}.`);
  byId("missing-parts").hidden = problems.length === 0;
  byId("missing-parts").textContent = problems.join(" ");
}

/** Shows the nodes, each with its parts of the corpus. Returns whether the service is a node of a cluster. */
export async function startCluster() {
  const { clustered } = await json("cluster").catch(() => ({ clustered: false }));
  if (clustered) {
    byId("index-card").hidden = true;
    byId("cluster-card").hidden = false;
    repeat(async () => show(await json("cluster")), 1000);
  }
  return clustered;
}
