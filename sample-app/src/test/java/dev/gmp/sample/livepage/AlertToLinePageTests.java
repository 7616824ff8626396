package dev.gmp.sample.livepage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.sample.livepage.AlertToLinePage.Request;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each request of the document is answered under the settings of the document, with what it promises. */
@Tag("long")
class AlertToLinePageTests extends OpenedServiceTest {

    @Test
    void eachRequestIsAnswered() throws Exception {
        List<Request> requests = AlertToLinePage.requests();
        assertThat(requests).hasSizeGreaterThanOrEqualTo(7);
        for (Request request : requests) {
            HttpResponse<String> answer = send(request);
            assertThat(answer.statusCode()).as("%s: %s", request, answer.body()).isEqualTo(200);
            assertThat(answer.body()).as(request.path()).isNotEmpty();
        }
    }

    @Test
    void theFieldsThatItNamesAreThere() throws Exception {
        assertThat(send(new Request("/actuator/gmp?stacks=true&limit=20", "")).body())
                .contains("\"machineDetails\"", "\"running\"", "\"runningFor\"", "\"stack\"", "\"recentLosses\"");
        assertThat(send(new Request("/actuator/gmpgoroutines?format=json", "")).body())
                .contains("\"groups\"", "\"oldestWait\"", "\"waits\"");
    }

    private HttpResponse<String> send(Request request) throws Exception {
        HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create("http://localhost:" + port + request.path()));
        if (!request.body().isEmpty()) {
            builder.header("Content-Type", "application/json").POST(BodyPublishers.ofString(request.body()));
        }
        return HttpClient.newHttpClient().send(builder.build(), HttpResponse.BodyHandlers.ofString());
    }
}
