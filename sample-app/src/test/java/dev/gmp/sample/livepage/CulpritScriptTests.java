package dev.gmp.sample.livepage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the page tells of tasks that lost their processors: the list of events, and the facts of a hog. */
class CulpritScriptTests extends BrowserTest {

    /** Its stack is looked at a moment after the loss is told of. */
    @Test
    void anEventGetsTheStackThatComesLater() {
        assertThat(run("""
                const { showEvents } = await import('./events.js');
                const { element } = await import('./dom.js');
                const [card, list] = [element('section'), element('ul')];
                document.body.append(list);
                const event = { time: '2001-01-01T12:00:00Z', kind: 'preemption', processor: 0, machine: 1, ran: 'PT1S', task: 'Task' };
                showEvents(card, list, [event]);
                const before = list.querySelectorAll('pre').length;
                showEvents(card, list, [{ ...event, stack: ['frame'] }]);
                return [before, list.children.length, list.querySelector('pre').textContent];""")).isEqualTo(List.of(0L, 1L, "frame"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "preemption: was preempted on P0 after 1.0 s",
                "handoff: blocked on P0 after 1.0 s",
                "yields: yielded again and again on P0 for 1.0 s"
            })
    void anEventSaysWhatHappened(String kindAndWords) {
        String[] parts = kindAndWords.split(": ");
        assertThat(run("""
                const { showEvents } = await import('./events.js');
                const { element } = await import('./dom.js');
                const list = element('ul');
                showEvents(element('section'), list,
                  [{ time: '2001-01-01T12:00:00Z', kind: '%s', processor: 0, machine: 1, ran: 'PT1S', task: 'Task' }]);
                return list.textContent.replace(/.*Task /, '');""".formatted(parts[0]))).isEqualTo(parts[1]);
    }

    /** How often a task is among those of a kind in the last minute. */
    @Test
    void aHogIsSaidToBeAmongTheLastOfEachKind() {
        assertThat(run(ANSWER + """
                const { hogsOf, showHogs } = await import('./hogs.js');
                const { element, part } = await import('./dom.js');
                const time = '2001-01-01T12:00:00Z';
                const loss = (kind, task) => ({ time, kind, task, ran: null });
                history.add({ ...answer({ uptime: 'PT1S', completed: 1, created: 1 }), time, procs: 1, stacksAllowed: false,
                  recentLosses: [loss('yields', 'Task'), loss('yields', 'Other'), loss('handoff', 'Task'), loss('preemption', 'Task')] }, 0);
                const list = element('ul');
                showHogs({ list, none: element('p'), noStacks: element('p') },
                  hogsOf(history).filter(({ name }) => name === 'Task'), 'one', history);
                return part(list, 'facts').textContent;"""))
                .isEqualTo(
                        "not running now · 1 of the last 1 preemptions · 1 of the last 1 hand-offs · 1 of the last 2 storms of yields");
    }

    /** So that the trace of a slow request leads to the event. */
    @ParameterizedTest
    @ValueSource(strings = {"stack: []", "stack: ['frame']"})
    void anEventHasItsLabels(String stack) {
        assertThat(run("""
                const { showEvents } = await import('./events.js');
                const { element } = await import('./dom.js');
                const list = element('ul');
                const event = { time: '2001-01-01T12:00:00Z', kind: 'handoff', processor: 0, machine: 1, ran: null, task: 'Task', %s };
                showEvents(element('section'), list, [{ ...event, labels: { route: 'GET /<b>', traceId: 'a1' } }, { ...event, machine: 2, labels: {} }]);
                return [...list.querySelectorAll('.labels')].map((labels) => labels.textContent);""".formatted(stack))).isEqualTo(List.of("route=GET /<b>, traceId=a1"));
    }

    /** The latest event may have none. */
    @Test
    void aHogHasTheLabelsOfItsLatestEventThatHasSome() {
        assertThat(run(ANSWER + """
                const { hogsOf, showHogs } = await import('./hogs.js');
                const { element, part } = await import('./dom.js');
                const time = '2001-01-01T12:00:00Z';
                const loss = (task, labels) => ({ time, kind: 'preemption', task, ran: null, labels });
                history.add({ ...answer({ uptime: 'PT1S', completed: 1, created: 1 }), time, procs: 1, stacksAllowed: true,
                  recentLosses: [loss('Task', {}), loss('Task', { traceId: 'a2' }), loss('Task', { traceId: 'a1' }), loss('Other', {})] }, 0);
                const list = element('ul');
                showHogs({ list, none: element('p'), noStacks: element('p') }, hogsOf(history), 'one', history);
                return [...list.children].map((hog) => part(hog, 'labels').textContent);""")).isEqualTo(List.of("Labels of the latest event: traceId=a2", ""));
    }
}
