package dev.gmp.sample.livepage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.sample.Texts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How the page lists, captures and opens capsules. */
class IncidentScriptTests extends BrowserTest {

    /** An endpoint with one capsule, and what it is asked. */
    private static final String ENDPOINT = """
            const { element } = await import('./dom.js');
            const { startIncidents } = await import('./incidents.js');
            const { startRecorder } = await import('./recorder.js');
            const make = (tag) => document.body.appendChild(element(tag));
            const parts = { capture: make('button'), list: make('ol'), words: make('p') };
            const recorder = Object.fromEntries(['read', 'file', 'search', 'words', 'parts', 'box', 'lanes', 'closer', 'farther', 'all',
              'begin', 'width', 'end', 'details', 'longest'].map((name) => [name, make('div')]));
            const asked = [];
            const incidents = [{ name: 'a b.zip', time: '2026-11-29T01:15:00Z', cause: 'stall', scheduler: 'orders', bytes: 48213 }];
            let refusal;
            window.fetch = async (url, { method = 'GET', body = '' }) => {
              asked.push(`${method} ${url} ${body}`);
              return refusal ?? { ok: true, json: async () => ({ watching: false, incidents }), arrayBuffer: async () => buffer };
            };
            const until = async (condition) => { while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10)); };
            """;

    @Test
    void capsulesAreListedAndCaptured() {
        assertThat(run(ENDPOINT + """
                const refresh = startIncidents(parts, '/i', () => 'orders', () => {});
                await refresh();
                parts.capture.click();
                await until(() => asked.length === 3);
                return [parts.words.textContent.split('.')[0], parts.list.querySelector('li').textContent.replace(/^.*: /, ''),
                  parts.list.querySelector('a').getAttribute('href'), ...asked];"""))
                .isEqualTo(List.of(
                        "1 capsule",
                        "no task beganscheduler orders, 48 kBSave",
                        "/i/a%20b.zip",
                        "GET /i ",
                        "POST /i {\"scheduler\":\"orders\"}",
                        "GET /i "));
    }

    @Test
    void aRefusedCaptureIsSaidAndTheListStays() {
        assertThat(run(ENDPOINT + """
                await startIncidents(parts, '/i', () => 'orders', () => {})();
                refusal = { ok: false, status: 409, json: async () => ({ message: 'another capsule is written' }) };
                parts.capture.click();
                await until(() => parts.words.textContent.includes('refused'));
                return [parts.words.textContent, parts.list.children.length, parts.capture.disabled];"""))
                .isEqualTo(List.of("The endpoint gmpincidents refused: another capsule is written.", 1L, false));
    }

    /** Where the list can be read, another rule forbids the capture: the words of the server are shown. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            '{"status":403,"error":"Forbidden","path":"/i"}'             | application/json | (status 403)
            '{"status":403,"message":"no, you do not","path":"/i"}'      | application/json | (status 403: no, you do not)
            An expected CSRF token cannot be found                       | text/plain       | (status 403: An expected CSRF token cannot be found)
            """)
    void aForbiddenCaptureIsNotToldAsAMissingSignIn(String body, String type, String answer) {
        assertThat((String) run(ENDPOINT + """
                await startIncidents(parts, '/i', () => 'orders', () => {})();
                refusal = new Response('%s', { status: 403, headers: { 'Content-Type': '%s' } });
                parts.capture.click();
                await until(() => parts.words.textContent.includes('403'));
                return parts.words.textContent;""".formatted(body, type)))
                .startsWith("The endpoint gmpincidents takes no POST from this page " + answer + ".")
                .contains("CSRF token, which this page does not have")
                .doesNotContain("Sign in");
    }

    @Test
    void aCapsuleOpensAsATimelineWithItsOtherParts() throws IOException {
        Path zip = Texts.zip(folder.resolve("capsule.zip"), Map.of("trace.json", """
                {"otherData": {"scheduler": "orders", "procs": 2, "seconds": 1}, "traceEvents": [
                  {"ph": "X", "pid": 1, "tid": 0, "ts": 0, "dur": 9, "name": "G1 A", "args": {"goroutine": 1, "task": "A", "end": "ended"}}]}""", "jvm.txt", "cpus 2"));
        String base64 = Base64.getEncoder().encodeToString(Files.readAllBytes(zip));
        assertThat(run("""
                const { buffer } = Uint8Array.from(atob('%s'), (each) => each.charCodeAt(0));
                """.formatted(base64) + ENDPOINT + """
                await startIncidents(parts, '/i', () => 'orders', startRecorder(recorder, '/r', () => 'orders'))();
                parts.list.querySelector('button').click();
                await until(() => recorder.parts.children.length === 1);
                recorder.parts.querySelector('details').open = true;
                await until(() => !recorder.parts.textContent.includes('Loading'));
                return [asked.at(-1), recorder.words.textContent.split(' in ')[0], recorder.lanes.children.length, recorder.parts.textContent];"""))
                .isEqualTo(List.of(
                        "GET /i/a%20b.zip ",
                        "1 run of tasks on 2 processors of scheduler orders,", 3L, "jvm.txtcpus 2"));
    }

    @Test
    void aFileThatIsNoTraceIsSaid() {
        assertThat(run("const buffer = undefined;" + ENDPOINT + """
                const open = startRecorder(recorder, '/r', () => 'orders');
                const said = [];
                for (const text of ['', 'PK\\u0003\\u0004 no zip', '{}', '{"traceEvents":[],"otherData":{"missing":"it is off"}}']) {
                  await open(new TextEncoder().encode(text).buffer, 'x');
                  said.push(recorder.words.textContent);
                }
                return said;"""))
                .isEqualTo(List.of(
                        "x is neither a trace nor a capsule of this scheduler.",
                        "x is neither a trace nor a capsule of this scheduler.",
                        "x is neither a trace nor a capsule of this scheduler.",
                        "No timeline: it is off."));
    }
}
