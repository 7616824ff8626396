package dev.gmp.sample.web;

import java.time.Instant;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The cheapest request there is: what its latency shows is how busy everything else is. */
@RestController
class PingController {

    record Pong(Instant pong) {}

    @GetMapping("/api/ping")
    Pong ping() {
        return new Pong(Instant.now());
    }
}
