package dev.gmp.spring.process.guide;

import dev.gmp.process.Processes;
import dev.gmp.process.SendResult;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

@RestController
@RequestMapping("/imports")
class ImportController {

    private final Processes processes;

    ImportController(Processes processes) {
        this.processes = processes;
    }

    @PostMapping
    long start() {
        return processes.submit("priceImport", "import", null).number();
    }

    @GetMapping("/{pid}")
    CompletableFuture<Integer> howFar(@PathVariable long pid) {
        CompletableFuture<Integer> answer = new CompletableFuture<>();
        SendResult sent = processes.send(pid, new HowFar(answer));
        if (sent != SendResult.DELIVERED) {
            throw new ResponseStatusException(HttpStatus.NOT_FOUND, "The import is " + sent);
        }
        return answer.orTimeout(5, TimeUnit.SECONDS); // it may end before it gets the question
    }

    @DeleteMapping("/{pid}")
    void cancel(@PathVariable long pid) {
        processes.find(pid).ifPresent(found -> processes.cancel(found, "asked for over HTTP"));
    }
}
