package dev.gmp.sample.livepage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What the page shows of kinds of tasks, and of long work. */
class KindScriptTests extends BrowserTest {

    /** Shows two samples, ten seconds apart, and returns the rows. */
    private static final String TABLE = """
            const { kindsOf, showKinds } = await import('./kinds.js');
            const { element } = await import('./dom.js');
            const card = element('section');
            const body = element('tbody');
            const kind = (name, running, waiting, failures) => ({ name, running, waiting, blocked: 'PT1S', preemptions: 3, failures });
            const show = (before, now) => {
              const samples = [{ at: 0, kinds: kindsOf({ taskKinds: before }) }, { at: 10000, kinds: kindsOf({ taskKinds: now }) }];
              showKinds(card, body, { last: () => samples });
              return [...body.children].map((row) => [...row.children].map((cell) => cell.textContent).join('|'));
            };
            """;

    @Test
    void theMostExpensiveNowComesFirst() {
        assertThat(run(TABLE + """
                return show(
                  [kind('old', 'PT1H', 'PT1H', 7), kind('com.example.Busy.run', 'PT5S', 'PT0S', 0)],
                  [kind('old', 'PT1H1S', 'PT1H', 9), kind('com.example.Busy.run', 'PT10S', 'PT20S', 0), kind('GET /new', 'PT4S', 'PT0S', 0)]);"""))
                .isEqualTo(List.of(
                        "Busy.run|0.50|2.00|0.00|0|0", "GET /new|0.40|0.00|0.10|3|0", "old|0.10|0.00|0.00|0|2"));
    }

    @Test
    void whatCostsNothingNowIsLeftOut() {
        assertThat(run(TABLE + """
                const rows = show([kind('a', 'PT1S', 'PT1S', 1)], [kind('a', 'PT1S', 'PT1S', 1)]);
                return [rows.length === 0, card.hidden];""")).isEqualTo(List.of(true, true));
    }

    @Test
    void ofMuchLongWorkTheFirstIsShown() {
        assertThat(run("""
                const { showProgress } = await import('./limits.js');
                const { element } = await import('./dom.js');
                const parts = { card: element('section'), list: element('ul'), more: element('p') };
                const works = (count) => Array.from({ length: count }, (any, i) => ({ name: `${i}`, done: 1, total: 2, unit: 'rows' }));
                return [20, 1500].map((count) => {
                  showProgress(parts, works(count));
                  return `${parts.list.children.length} ${parts.more.hidden} ${parts.more.textContent}`;
                });""")).isEqualTo(List.of("20 true 0 more are not shown.", "20 false 1,480 more are not shown."));
    }
}
