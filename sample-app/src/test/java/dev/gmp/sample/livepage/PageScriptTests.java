package dev.gmp.sample.livepage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What lists, lanes, histories and stacks do on their own. */
class PageScriptTests extends BrowserTest {

    /** Makes a list of buttons of the items, as often as it is called. */
    private static final String LIST = """
            const { element, keyed } = await import('./dom.js');
            const list = element('ul');
            document.body.append(list);
            const make = () => element('li', {}, element('button'));
            const show = (...items) => keyed(list, items, (item) => item, make,
              (node, item) => node.firstChild.textContent = item);
            const focused = () => document.activeElement.closest('button')?.textContent ?? 'nothing';
            """;

    /** Opens the stack of a hog that is found nowhere. What would be done after a while is done whenever the test says so. */
    private static final String STACK = """
            const { showHogs } = await import('./hogs.js');
            const { element, part } = await import('./dom.js');
            const settled = (sleep => () => new Promise(resolve => sleep(resolve, 0)))(window.setTimeout.bind(window));
            const later = [];
            window.setTimeout = (work) => later.push(work);
            let asked = 0;
            window.fetch = async () => {
              asked++;
              return { ok: true, json: async () => ({ machineDetails: [] }) };
            };
            const pass = async () => {
              later.splice(0).forEach((work) => work());
              await settled();
            };
            const list = element('ul');
            document.body.append(list);
            showHogs({ list, none: element('p'), noStacks: element('p') },
              [{ name: 'Task', share: 1, longest: 0, now: [], losses: [], stack: [] }], 'one', { latest: { stacksAllowed: true } });
            const stack = part(list, 'stack');
            const turn = async (open) => {
              const turned = new Promise((resolve) => stack.addEventListener('toggle', resolve, { once: true }));
              stack.open = open;
              await turned;
              await settled();
            };
            const { dataset } = document.documentElement;
            dataset.connection = 'live';
            await turn(true);
            """;

    @Test
    void whatStaysInAListKeepsTheFocusWhenOneBeforeItGoes() {
        assertThat(run(LIST + """
                show('A', 'B', 'C');
                list.children[1].firstChild.focus();
                const lost = [];
                list.addEventListener('focusout', () => lost.push('B'));
                show('B', 'C');
                return [focused(), ...lost];""")).isEqualTo(List.of("B"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatMovesInAListKeepsTheFocus(boolean canMove) {
        String browserOfOld = canMove ? "" : "delete Element.prototype.moveBefore;";
        assertThat(run(LIST + browserOfOld + """
                show('A', 'B', 'C');
                list.children[2].firstChild.focus();
                show('C', 'D', 'A');
                return [list.textContent, focused()];""")).isEqualTo(List.of("CDA", "C"));
    }

    @Test
    void itemsOfTheSameKeyHaveOneChildEach() {
        assertThat(run(LIST + """
                for (let i = 0; i < 10; i++) show('A', 'A', '1 A');
                const [first] = list.children;
                show('A');
                return [list.textContent, list.firstChild === first];""")).isEqualTo(List.of("A", true));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "uptime: 'PT15S', completed: 3000, created: 3000, at: 20000",
                "uptime: 'PT15S', completed: 120000, created: 120009, at: 20000",
                "uptime: 'PT11S', completed: 200000, created: 200000, at: 20000",
                "uptime: 'PT15S', completed: 200000, created: 200000, at: -20000"
            })
    void aRestartOrAClockSetBackBeginsTheHistoryAnew(String second) {
        assertThat(run(ANSWER + """
                history.add(answer({ uptime: 'PT12S', completed: 120000, created: 120010, at: 0 }), 0);
                history.add(answer({ %1$s }), { %1$s }.at);
                return [history.samples.length, history.now.completed];""".formatted(second))).isEqualTo(List.of(1L, 0L));
    }

    @Test
    void theHistoryGoesOnWhileTheApplicationDoes() {
        assertThat(run(ANSWER + """
                history.add(answer({ uptime: 'PT12S', completed: 10, created: 10 }), 0);
                history.add(answer({ uptime: 'PT12S', completed: 10, created: 10 }), 1000);
                history.add(answer({ uptime: 'PT14S', completed: 30, created: 30 }), 2000);
                return [history.samples.length, history.now.completed];""")).isEqualTo(List.of(3L, 20L));
    }

    /** There may be a thousand of them each second, and what is shown of tasks is a minute old at the most. */
    @Test
    void tasksOfLongAgoAreLetGo() {
        assertThat(run(ANSWER + """
                const busy = { ...answer({ uptime: 'PT1S', completed: 1, created: 1 }),
                  machineDetails: [{ id: 1, state: 'running', running: 'Task', runningFor: null }] };
                const left = (at) => {
                  history.add(busy, at);
                  return history.samples[0].tasks.length;
                };
                return [left(0), left(60_000), left(60_001), history.samples.length];""")).isEqualTo(List.of(1L, 1L, 0L, 3L));
    }

    @Test
    void aStackIsAskedForUntilItIsFound() {
        assertThat(run(STACK + """
                await pass();
                await pass();
                window.fetch = async () => ({ ok: true, json: async () => ({ machineDetails: [
                  { state: 'running', running: 'Other', stack: ['other'] },
                  { state: 'blocked', running: 'Task', stack: ['first', 'second'] }] }) });
                await pass();
                return [asked, later.length, part(stack, 'frames').textContent];""")).isEqualTo(List.of(3L, 0L, "first\nsecond"));
    }

    @Test
    void aStackThatIsClosedAndOpenedAgainIsAskedForOnceAtATime() {
        assertThat(run(STACK + """
                await turn(false);
                await turn(true);
                await pass();
                const before = asked;
                await pass();
                return asked - before;""")).isEqualTo(1L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"list.firstChild.remove()", "stack.open = false"})
    void aStackThatNobodySeesAnyMoreIsAskedForNoMore(String change) {
        assertThat(run(STACK + change + """
                ;
                await pass();
                await pass();
                return [asked, later.length];""")).isEqualTo(List.of(1L, 0L));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dataset.connection = now ? 'live' : 'paused'",
                "dataset.connection = now ? 'live' : 'refused'",
                "Object.defineProperty(document, 'hidden', { value: !now, configurable: true })"
            })
    void aStackIsAskedForOnlyWhileThePageAsks(String change) {
        assertThat(run(STACK + """
                const asks = (now) => { %s };
                asks(false);
                await pass();
                await pass();
                const meanwhile = asked;
                asks(true);
                await pass();
                return [meanwhile, asked];""".formatted(change))).isEqualTo(List.of(1L, 2L));
    }

    @Test
    void theStackOfATaskWithoutANameIsFound() {
        assertThat(run("""
                const { tasksOf } = await import('./hogs.js');
                const { stackOf } = await import('./stacks.js');
                const machine = { id: 1, state: 'running', running: null, runningFor: 'PT1S', stack: ['frame'] };
                const others = [{ state: 'spinning', running: null, stack: ['looks for work'] },
                  { state: 'running', observing: true, running: null, stack: ['answers this'] }];
                const scheduler = { machineDetails: [...others, machine] };
                document.documentElement.dataset.endpoint = '/gmp';
                window.fetch = async (url) => ({ ok: url === '/gmp/a%20b?stacks=true', json: async () => scheduler });
                return stackOf('a b', tasksOf(scheduler)[0].name);""")).isEqualTo(List.of("frame"));
    }

    /** A server may refuse what is in its name or want a sign-in for it, and a rule may allow one address alone. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{ ok: false, status: 400 }",
                "redirect === 'manual' ? { ok: false, type: 'opaqueredirect', status: 0 } : { ok: true, json: async () => JSON.parse('<html>') }"
            })
    void aStackIsAskedForAtTheAddressOfAllWhereThatOfOneIsRefused(String refusal) {
        assertThat(run("""
                const { stackOf } = await import('./stacks.js');
                const scheduler = { machineDetails: [{ state: 'running', running: 'Task', stack: ['frame'] }] };
                document.documentElement.dataset.endpoint = '/gmp';
                window.fetch = async (url, { redirect }) => url === '/gmp?stacks=true'
                  ? { ok: true, json: async () => ({ schedulers: { 'a/b': scheduler } }) }
                  : %s;
                return stackOf('a/b', 'Task');""".formatted(refusal))).isEqualTo(List.of("frame"));
    }

    /** Else a stack that is looked for would be looked for no more once an answer fails to come. */
    @ParameterizedTest
    @ValueSource(
            strings = {"stackOf('a', 'Task')", "new Promise((resolve) => new Feed('/gmp', () => {}, resolve).start())"})
    void whoeverDoesNotAnswerIsGivenUp(String asking) {
        assertThat(run("""
                const { stackOf } = await import('./stacks.js');
                const { Feed } = await import('./feed.js');
                let asked = 0;
                let patience = 0;
                AbortSignal.timeout = (millis) => {
                  patience = millis;
                  return AbortSignal.abort();
                };
                window.fetch = (url, { signal }) => new Promise((resolve, reject) => {
                  asked++;
                  if (signal?.aborted) reject(signal.reason);
                });
                const waits = new Promise((resolve) => setTimeout(() => resolve('waits'), 30000));
                return [String(await Promise.race([%s, waits])), patience, asked];""".formatted(asking))).isEqualTo(List.of(asking.startsWith("stack") ? "" : "lost", 5_000L, 1L));
    }

    @Test
    void jsonOfSomebodyElseIsNoAnswer() {
        assertThat(run("""
                const { Feed } = await import('./feed.js');
                window.fetch = async () => ({ ok: true, json: async () => ({}) });
                const state = new Promise((resolve) => {
                  new Feed('/gmp', (answer) => Object.keys(answer.schedulers), (state) => resolve(state)).start();
                });
                return Promise.race([state, new Promise((resolve) => setTimeout(() => resolve('waits'), 30000))]);""")).isEqualTo("lost");
    }

    @Test
    void theStackOfOneSchedulersTaskIsNotShownForAnothers() {
        assertThat(run(STACK + """
                part(stack, 'frames').textContent = 'frame of one';
                showHogs({ list, none: element('p'), noStacks: element('p') },
                  [{ name: 'Task', share: 1, longest: 0, now: [], losses: [], stack: [] }], 'two', { latest: { stacksAllowed: true } });
                return [list.children.length, part(list, 'frames').textContent];""")).isEqualTo(List.of(1L, ""));
    }

    /** Nothing is known of the time between. */
    @Test
    void aQueueIsNotDrawnAcrossAGap() {
        assertThat(run("""
                const { showLanes } = await import('./lanes.js');
                const { element } = await import('./dom.js');
                const list = element('ul');
                const sample = (at) => ({ at, lanes: [{ idle: false, depth: 8 }], tasks: [] });
                const samples = [sample(0), sample(1000), sample(31000), sample(32000)];
                showLanes(list, element('p'), { last: () => samples, now: samples.at(-1),
                  latest: { processors: [{ id: 0, runQueueDepth: 8, machine: 1 }], machineDetails: [], globalQueueDepth: 0 } });
                return list.querySelector('[data-part=depth]').getAttribute('d');""")).isEqualTo("M28.00 24L28.00 0.00L29.00 0.00V24ZM59.00 24L59.00 0.00L60.00 0.00V24Z");
    }

    /** A scheduler may have more machines than an answer. */
    @Test
    void aProcessorWhoseMachineIsNotShownIsNotSaidToLookForWork() {
        assertThat(run("""
                const { showLanes } = await import('./lanes.js');
                const { element } = await import('./dom.js');
                const list = element('ul');
                const sample = { at: 0, lanes: [{ idle: false, depth: 0 }, { idle: false, depth: 0 }], tasks: [] };
                const processors = [{ id: 0, runQueueDepth: 0, machine: 1 }, { id: 1, runQueueDepth: 0, machine: 7 }];
                showLanes(list, element('p'), { last: () => [sample], now: sample,
                  latest: { processors, machineDetails: [{ id: 1, state: 'spinning' }], globalQueueDepth: 0 } });
                return [...list.querySelectorAll('[data-part=task]')].map((task) => task.textContent);""")).isEqualTo(List.of("M1 looks for work", "M7 is not among the worker threads shown"));
    }

    @Test
    void thePageAsksForAsManyMachinesAsAnAnswerMayHave() {
        assertThat(run("""
                const { Feed } = await import('./feed.js');
                const asked = new Promise((resolve) => {
                  window.fetch = async (url) => resolve(url);
                });
                new Feed('/gmp', () => {}, () => {}).start();
                return asked;""")).isEqualTo("/gmp?limit=1000");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "['batch', 'default'], undefined: default",
                "['batch', 'orders'], undefined: batch",
                "['batch', 'default'], 'batch': batch",
                "['default'], 'batch': default",
                "[], 'batch': undefined"
            })
    void theApplicationsOwnSchedulerIsShownUntilAnotherIsChosen(String namesAndShown) {
        String[] parts = namesAndShown.split(": ");
        assertThat(run("""
                const { choose } = await import('./chooser.js');
                return String(choose(%s));""".formatted(parts[0]))).isEqualTo(parts[1]);
    }

    @Test
    void schedulersInTroubleAreMarkedWhileAnotherIsShown() {
        assertThat(run("""
                const { offer } = await import('./chooser.js');
                const { element } = await import('./dom.js');
                const parts = { chooser: element('label'), list: element('select'), only: element('span') };
                const levels = { batch: 'good', default: 'bad', orders: 'warn' };
                offer(parts, Object.keys(levels), 'batch', (name) => levels[name]);
                const options = [...parts.list.children].map((option) => option.textContent);
                return [parts.list.value, ...options];""")).isEqualTo(List.of("batch", "batch", "default – in trouble", "orders – worth a look"));
    }

    @Test
    void processesOfARuntimeWithANameOfItsOwnSayIt() {
        assertThat(run("""
                const { showProcesses } = await import('./processes.js');
                const { element } = await import('./dom.js');
                const type = (name) => ({ name, states: {}, completed: 0, failed: 0, cancelled: 0, waitingMessages: 0,
                  deepestMailbox: 0, stepTime: { samples: 0 } });
                const runtime = (name, sentToEnded, live) =>
                  ({ name, scheduler: 'default', types: [type('import')], live, examined: Math.min(live, 10000),
                    sentToEnded, sentToUnknown: 0 });
                const parts = { card: element('section'), body: element('tbody'), examined: element('p'), misdirected: element('p') };
                showProcesses(parts, [runtime('default', 1, 10000), runtime('orders', 2, 1000000)]);
                const shown = [...parts.body.children].map((row) => row.firstChild.textContent);
                const sentences = [parts.examined.textContent, parts.misdirected.textContent];
                showProcesses(parts, []);
                return [...shown, ...sentences, parts.card.hidden, parts.examined.hidden];"""))
                .isEqualTo(List.of(
                        "import",
                        "orders: import",
                        "States and mailboxes are those of 10,000 among 1,000,000 processes of orders.",
                        "3 messages went to processes that had ended or never existed.",
                        true,
                        true));
    }
}
