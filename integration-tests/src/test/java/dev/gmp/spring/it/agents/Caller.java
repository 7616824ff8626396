package dev.gmp.spring.it.agents;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.scheduling.annotation.Async;

/** Calls the test, by a client that agents instrument. */
class Caller {

    private final String collector;

    Caller(@Value("${test.collector}") String collector) {
        this.collector = collector;
    }

    void call(String way, String number) {
        try {
            HttpURLConnection connection =
                    (HttpURLConnection) URI.create("%s/called/%s/%s".formatted(collector, way, number))
                            .toURL()
                            .openConnection();
            connection.getResponseCode();
            connection.disconnect();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Async
    void callAsync(String way, String number) {
        call(way, number);
    }

    @Async("gmpIdleExecutor")
    void callWhenIdle(String way, String number) {
        call(way, number);
    }

    @Async("reports")
    void callByReports(String way, String number) {
        call(way, number);
    }
}
