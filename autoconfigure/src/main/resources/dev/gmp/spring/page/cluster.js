import { element, keyed, part, text } from "./dom.js";
import { count, number } from "./format.js";

/** Colours of nodes, in the order of their age; further nodes begin again. */
const COLOURS = 8;
/** Types with more shards have a bar instead of a square for each. */
const MOST_SQUARES = 256;
const UNKNOWN = "owner not known";
/** How the status looks, as that of the connection to the application. */
const PILLS = { up: "live", "cut off": "lost" };

const colour = (members, node) => {
  const index = members.findIndex(({ address }) => address === node);
  return index < 0 ? "node-unknown" : `node-${index % COLOURS}`;
};

const makeNode = () =>
  element("li", {},
    element("span", { "data-part": "key", "aria-hidden": "true" }),
    element("strong", { "data-part": "address" }),
    element("span", { "data-part": "state" }),
    element("span", { "data-part": "shards" }));

const makeType = () =>
  element("li", {},
    element("h3", { "data-part": "name" }),
    element("p", { class: "hint", "data-part": "facts" }),
    element("div", { "data-part": "map", "aria-hidden": "true" }));

/** The cluster as this node knows it. Without a cluster there is no card. */
export function showCluster({ card, name, nodes, types, words }, cluster) {
  card.hidden = !cluster;
  if (!cluster) return;
  const { members } = cluster;
  text(name, `${cluster.name}: this node, ${cluster.self || "without an address yet"}, is ${cluster.status}`);
  name.dataset.state = PILLS[cluster.status] ?? "connecting";
  keyed(nodes, members, ({ address }) => address, makeNode, (node, member) => {
    part(node, "key").className = `key ${colour(members, member.address)}`;
    text(part(node, "address"), member.address);
    text(part(node, "state"), stateOf(member, cluster.self));
    text(part(node, "shards"), count(shardsOf(cluster.types, member.address), "shard", "shards"));
  });
  keyed(types, Object.entries(cluster.types), ([type]) => type, makeType, (node, [type, shown]) => {
    text(part(node, "name"), type);
    text(part(node, "facts"), factsOf(shown));
    showMap(part(node, "map"), shown, members);
  });
  text(words, wordsOf(cluster.counters));
}

function stateOf({ address, status, reachable, roles }, self) {
  const words = [address === self ? "this node" : "", status.toLowerCase(), reachable ? "" : "cannot be reached", ...roles];
  return words.filter((word) => word !== "").join(", ");
}

const shardsOf = (types, node) =>
  Object.values(types).reduce((sum, { shardsByNode }) => sum + (shardsByNode[node]?.length ?? 0), 0);

function factsOf({ shards, localProcesses, buffered }) {
  return `${count(shards, "shard", "shards")}, ${count(localProcesses, "process", "processes")} on this node, `
    + `${count(buffered, "message waits", "messages wait")} for a shard or a start`;
}

/** A square for each shard, or a bar with a part for each node, in the colours of the nodes. */
function showMap(map, { shards, shardsByNode }, members) {
  const owners = Object.entries(shardsByNode);
  const isBar = shards > MOST_SQUARES;
  map.className = isBar ? "stack" : "squares";
  if (isBar) {
    const known = owners.reduce((sum, [, owned]) => sum + owned.length, 0);
    const parts = [...owners.map(([node, owned]) => [node, owned.length]), [UNKNOWN, shards - known]];
    keyed(map, parts, ([node]) => node, () => element("span"), (span, [node, length]) => {
      span.className = colour(members, node);
      span.style.flexGrow = length;
      span.title = `${node}: ${number(length)}`;
    });
    return;
  }
  const byShard = new Map(owners.flatMap(([node, owned]) => owned.map((shard) => [shard, node])));
  const all = Array.from({ length: shards }, (_, shard) => shard);
  keyed(map, all, (shard) => shard, () => element("span"), (span, shard) => {
    span.className = colour(members, byShard.get(shard));
    span.title = `shard ${shard}: ${byShard.get(shard) ?? UNKNOWN}`;
  });
}

function wordsOf({ sentLocal, sentRemote, received, movedShards, undelivered, refused }) {
  const lost = [...Object.entries(undelivered), ...Object.entries(refused)]
    .filter(([, messages]) => messages > 0)
    .map(([reason, messages]) => `${reason} ${number(messages)}`);
  return `Messages: ${number(sentLocal)} sent on this node, ${number(sentRemote)} to other nodes, ${number(received)} received. `
    + `${count(movedShards, "shard", "shards")} left this node. `
    + (lost.length === 0 ? "No message was lost." : `Lost or refused: ${lost.join(", ")}.`);
}
