package dev.gmp.sample.livepage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.sample.Texts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How the page reads and draws a trace. */
class TimelineScriptTests extends BrowserTest {

    /** A hog that loses its processor on P1, a thousand short tasks before it on P0, and P2, which did nothing. */
    private static final String TRACE = """
            const run = (tid, ts, dur, task, end) =>
              ({ ph: 'X', pid: 1, tid, ts, dur, name: 'G1 ' + task, args: { goroutine: 1, task: 'com.example.' + task, end } });
            const trace = {
              otherData: { scheduler: 'default', began: '2026-11-28T12:00:00Z', seconds: 0.1, procs: 3, droppedEvents: 7 },
              traceEvents: [
                run(1, 40000.5, 50000, 'Hog', 'lost processor'),
                ...Array.from({ length: 1000 }, (any, i) => run(0, 10 * i, 8, 'Short', 'ended')),
                { ph: 'X', pid: 2, tid: 5, ts: 0, dur: 90000, name: 'parked', args: {} },
                { ph: 's', pid: 3, tid: 0, ts: 37000.5, id: 1 }, { ph: 'f', pid: 1, tid: 1, ts: 40000.5, id: 1 },
                { ph: 'i', pid: 2, tid: 5, ts: 90000.5, name: 'preemption', args: { detail: 'of P1: Hog ran for 50 ms', stack: ['Hog.java:3'] } },
                { ph: 'i', pid: 2, tid: 5, ts: 50000, name: 'steal', args: { detail: '1 from P0' } },
              ],
            };
            """;

    /** The timeline in a page of its own, a thousand pixels wide. */
    private static final String TIMELINE = TRACE + """
            const { element } = await import('./dom.js');
            const { readTrace } = await import('./trace.js');
            const { Timeline } = await import('./timeline.js');
            const make = (tag) => document.body.appendChild(element(tag));
            const parts = { box: make('div'), lanes: make('div'), closer: make('button'), farther: make('button'), all: make('button'),
              begin: make('span'), width: make('span'), end: make('span'), details: make('p'), longest: make('ol') };
            parts.lanes.style.width = '1000px';
            const timeline = new Timeline(parts);
            timeline.show(readTrace(trace));
            const lanes = () => [...parts.lanes.children].map((lane) => lane.children[0].textContent + ': '
              + [...lane.children[1].children].map((bar) => bar.title).join('; '));
            """;

    @Test
    void aTraceHasALaneForEachProcessorAndTellsTheWaitsOfRuns() {
        assertThat(run(TRACE + """
                const { readTrace } = await import('./trace.js');
                const { wordsOf } = await import('./recorder.js');
                const { lanes, events, ...rest } = readTrace(trace);
                const [hog] = lanes[1].runs;
                return [lanes.map(({ runs }) => runs.length).join(), hog.how, Math.round(hog.waited), events.map(({ kind }) => kind).join(), wordsOf({ lanes, events, ...rest }).replace(/\\d\\d:\\d\\d:00/, 'noon')];"""))
                .isEqualTo(
                        List.of(
                                "1000,1,0",
                                "lost processor",
                                3L,
                                "preemption",
                                "1,001 runs of tasks on 3 processors of scheduler default, in 100 ms from 28 Nov 2026, noon on. 7 events are missing."));
    }

    @Test
    void shortRunsBesideEachOtherAreOneBar() {
        assertThat(run(TIMELINE + "return lanes();"))
                .isEqualTo(List.of(
                        "Events: preemption of P1: Hog ran for 50 ms",
                        "P0: 1,000 short runs: 1,000 \u00d7 Short",
                        "P1: Hog ran 50 ms on P1, then lost processor, after it had waited 3 ms (G1)",
                        "P2: "));
    }

    /** With tracing, each run has a trace and a span of its own. */
    @Test
    void runsAreColouredAndCountedByNameWhateverTheirLabels() {
        assertThat(run(TIMELINE + """
                const labels = (i) => ` {spanId=b.${i}, traceId=aa.${i}}`;
                const hogs = [0, 1, 2].map((i) => run(0, 30000 * i, 20000, 'Hog' + labels(i), 'ended'));
                const shorts = Array.from({ length: 1000 }, (any, i) => run(1, 10 * i, 8, 'Short' + labels(i), 'ended'));
                timeline.show(readTrace({ ...trace, traceEvents: [...hogs, ...shorts] }));
                const bars = [...parts.lanes.querySelectorAll('.run:not(.many)')];
                const colours = new Set(bars.map((bar) => bar.className));
                bars[0].click();
                return [bars.length, colours.size, bars[0].textContent, lanes()[2], ...parts.details.textContent.split('\\n')]
                  .map((each) => String(each).replace(/^[\\d:.]+: /, ''));"""))
                .isEqualTo(List.of(
                        "3",
                        "1",
                        "Hog",
                        "P1: 1,000 short runs: 1,000 \u00d7 Short",
                        "Hog ran 20 ms on P0, then ended (G1)",
                        "com.example.Hog {spanId=b.0, traceId=aa.0}"));
    }

    @Test
    void shortRunsHaveNamesCloseUp() {
        assertThat((List<?>) run(TIMELINE + """
                const many = () => parts.lanes.querySelector('.many');
                while (many()) many().dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: many().getBoundingClientRect().left + 1 }));
                for (let i = 0; i < 10; i++) parts.closer.click();
                return [...parts.lanes.querySelectorAll('.run')].map((bar) => bar.textContent).filter((name) => name !== '');""")).isNotEmpty().allMatch("Short"::equals);
    }

    @Test
    void runsAndEventsTellOfThemselves() {
        assertThat(run(TIMELINE + """
                const told = (selector) => {
                  parts.lanes.querySelector(selector).click();
                  return parts.details.textContent.replace(/^[\\d:.]+ ?/, '');
                };
                return [told('.run.cut'), parts.lanes.querySelectorAll('.chosen').length, told('.tick')];"""))
                .isEqualTo(List.of(
                        "Hog ran 50 ms on P1, then lost processor, after it had waited 3 ms (G1)\ncom.example.Hog",
                        1L,
                        "preemption of P1: Hog ran for 50 ms\nHog.java:3"));
    }

    @Test
    void theLongestRunsAreNamedAndAClickLeadsToOne() {
        assertThat(run(TIMELINE + """
                const [first] = parts.longest.querySelectorAll('button');
                first.focus();
                first.click();
                return [document.activeElement.textContent.split(',')[0], parts.width.textContent, parts.lanes.querySelectorAll('.chosen').length];""")).isEqualTo(List.of("Hog ran 50 ms on P1", "100 ms", 1L));
    }

    @Test
    void theSearchPalesAllOthers() {
        assertThat(run(TIMELINE + """
                timeline.search(' HOG ');
                return [...parts.lanes.querySelectorAll('.run')].map((bar) => bar.classList.contains('dim'))
                  .concat(parts.longest.children.length === 1);""")).isEqualTo(List.of(true, false, true));
    }

    @Test
    void keysZoomAndMove() {
        assertThat(run(TIMELINE + """
                const widths = [parts.width.textContent];
                for (const key of ['+', 'ArrowRight', '-', '0', 'x']) {
                  parts.lanes.dispatchEvent(new KeyboardEvent('keydown', { key }));
                  widths.push(parts.width.textContent);
                }
                return widths;""")).isEqualTo(List.of("100 ms", "67 ms", "67 ms", "100 ms", "100 ms", "100 ms"));
    }

    @Test
    void theEnterKeyGoesFromEventToEvent() {
        assertThat(run(TIMELINE + """
                const hand = (ts) => ({ ph: 'i', pid: 2, tid: 5, ts, name: 'handoff', args: { detail: `at ${ts}` } });
                timeline.show(readTrace({ ...trace, traceEvents: [hand(10000), hand(60000)] }));
                return Array.from({ length: 3 }, () => {
                  parts.lanes.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }));
                  return `${parts.details.textContent.split(': ')[1]}, ${parts.lanes.querySelectorAll('.chosen').length}`;
                });"""))
                .isEqualTo(List.of("handoff at 10000, 1", "handoff at 60000, 1", "handoff at 10000, 1"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            zoomed({ from: 0, to: 100 }, 0.5, 20, 100)       | 10 60
            zoomed({ from: 10, to: 60 }, 4, 20, 100)         | 0 100
            zoomed({ from: 10, to: 10.001 }, 0.5, 10, 100)   | 10 10.001
            moved({ from: 10, to: 60 }, 90, 100)             | 50 100
            moved({ from: 10, to: 60 }, -90, 100)            | 0 50
            around({ start: 40, end: 50 }, 100)              | 30 60
            around({ start: 5, end: 10 }, 100)               | 0 15
            """)
    void whatIsShownStaysWithinTheWhole(String call, String span) {
        assertThat(run("""
                const { zoomed, moved, around } = await import('./span.js');
                const { from, to } = %s;
                return `${Number(from.toFixed(6))} ${Number(to.toFixed(6))}`;""".formatted(call))).isEqualTo(span);
    }

    /** As many bars as pixels at the most, whatever the trace has. */
    @Test
    void aHundredThousandRunsAreFewBars() {
        assertThat((Long) run("""
                const { barsOf } = await import('./bars.js');
                const runs = Array.from({ length: 100000 }, (any, i) => ({ start: i + (i % 7) / 10, end: i + 0.8 }));
                return barsOf(runs, { from: 0, to: 100000 }, 1000).length;""")).isBetween(1L, 1_000L);
    }

    @Test
    void theEntriesOfAZipAreRead() throws IOException {
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put("trace.json", "{}".repeat(5_000));
        texts.put("jvm.txt", "h\u00e9");
        texts.put("empty.txt", "");
        Path zip = Texts.zip(folder.resolve("capsule.zip"), texts);
        String base64 = Base64.getEncoder().encodeToString(Files.readAllBytes(zip));
        assertThat(run("""
                const { entriesOf } = await import('./zip.js');
                const { buffer } = Uint8Array.from(atob('%s'), (each) => each.charCodeAt(0));
                const read = [];
                for (const [name, text] of entriesOf(buffer)) read.push(`${name} ${(await text()).length}`);
                return read;""".formatted(base64))).isEqualTo(List.of("trace.json 10000", "jvm.txt 2", "empty.txt 0"));
    }

    @Test
    void theOwnReasonOfAnEndpointIsSaid() {
        assertThat(run("""
                const { ask } = await import('./ask.js');
                const reasonFor = async (status, body) => {
                  window.fetch = async () => ({ ok: false, status, json: async () => body });
                  return (await ask('/x', { endpoint: 'gmprecorder' })).reason;
                };
                return [await reasonFor(404, { message: 'it is off' }), await reasonFor(404, { message: 'No resource', path: '/x' }),
                  await reasonFor(405, {}), await reasonFor(403, { message: 'own' })].map((reason) => reason.slice(0, 55));"""))
                .isEqualTo(List.of(
                        "The endpoint gmprecorder refused: it is off.",
                        "The endpoint gmprecorder is not exposed, or its access ",
                        "The endpoint gmprecorder may only be read. The setting ",
                        "This user may not use the endpoint gmprecorder (status "));
    }
}
