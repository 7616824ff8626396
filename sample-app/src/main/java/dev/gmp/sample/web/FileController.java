package dev.gmp.sample.web;

import dev.gmp.sample.corpus.CurrentCorpus;
import dev.gmp.sample.corpus.Document;
import java.nio.charset.StandardCharsets;
import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Shows a file of the corpus. Reads memory only: no path given here ever reaches a disk. */
@RestController
@Profile("!cluster")
class FileController {

    private static final MediaType PLAIN_TEXT = new MediaType(MediaType.TEXT_PLAIN, StandardCharsets.UTF_8);

    private final CurrentCorpus current;

    FileController(CurrentCorpus current) {
        this.current = current;
    }

    @GetMapping("/files")
    ResponseEntity<String> file(@RequestParam String path) {
        Document document = current.require().find(path).orElseThrow(() -> unknown(path));
        return answer(document.text());
    }

    static ResponseStatusException unknown(String path) {
        return new ResponseStatusException(HttpStatus.NOT_FOUND, "The index has no file " + path + ".");
    }

    static ResponseEntity<String> answer(String text) {
        return ResponseEntity.ok()
                .contentType(PLAIN_TEXT)
                .header("X-Content-Type-Options", "nosniff")
                .body(text);
    }
}
