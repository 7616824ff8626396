package dev.gmp.sample.livepage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What the page shows of a cluster. */
class ClusterScriptTests extends BrowserTest {

    /** Shows a cluster of two nodes with a type of four shards, after changes, and returns the card's parts. */
    private static final String CARD = """
            const { showCluster } = await import('./cluster.js');
            const { element } = await import('./dom.js');
            const parts = { card: element('section'), name: element('span'), nodes: element('ul'), types: element('ul'), words: element('p') };
            const cluster = {
              name: 'shop', self: 'a:1', status: 'up',
              members: [{ address: 'b:1', status: 'Up', reachable: false, roles: ['web'] }, { address: 'a:1', status: 'Up', reachable: true, roles: [] }],
              types: { order: { shards: 4, shardsByNode: { 'a:1': [0, 3], 'b:1': [1] }, localProcesses: 7, buffered: 0 } },
              counters: { sentLocal: 1, sentRemote: 2, received: 3, movedShards: 1, undelivered: { full: 4, ended: 0 }, refused: {} },
            };
            const show = (changes) => showCluster(parts, changes === null ? null : { ...cluster, ...changes });
            """;

    @Test
    void withoutAClusterThereIsNoCard() {
        assertThat(run(CARD + """
                show({});
                const shown = !parts.card.hidden;
                show(null);
                return [shown, parts.card.hidden];""")).isEqualTo(List.of(true, true));
    }

    @Test
    void nodesAreShownByAgeWithTheirShards() {
        assertThat(run(CARD + """
                show({});
                return [parts.name.textContent, ...[...parts.nodes.children].map((node) => [...node.children].map((part) => part.textContent).join('|'))];"""))
                .isEqualTo(List.of(
                        "shop: this node, a:1, is up",
                        "|b:1|up, cannot be reached, web|1 shard",
                        "|a:1|this node, up|2 shards"));
    }

    @Test
    void eachShardIsASquareInTheColourOfItsNode() {
        assertThat(run(CARD + """
                show({});
                return [...parts.types.querySelectorAll('.squares span')].map((square) => `${square.className} ${square.title}`);"""))
                .isEqualTo(List.of(
                        "node-1 shard 0: a:1",
                        "node-0 shard 1: b:1",
                        "node-unknown shard 2: owner not known",
                        "node-1 shard 3: a:1"));
    }

    @Test
    void manyShardsAreABar() {
        assertThat(run(CARD + """
                show({ types: { order: { ...cluster.types.order, shards: 1000 } } });
                return [...parts.types.querySelectorAll('.stack span')].map((bar) => `${bar.className} ${bar.title}`);"""))
                .isEqualTo(List.of("node-1 a:1: 2", "node-0 b:1: 1", "node-unknown owner not known: 997"));
    }

    @Test
    void lostMessagesAreNamedByReason() {
        assertThat(run(CARD + """
                show({});
                return parts.words.textContent;""")).asString().endsWith("Lost or refused: full 4.");
    }
}
