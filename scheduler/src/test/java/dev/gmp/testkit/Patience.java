package dev.gmp.testkit;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Lets each test class wait as long as a busy machine may take: Awaitility's own ten seconds are too few there. */
public final class Patience implements BeforeAllCallback {

    private static final Duration LONGEST = Duration.ofSeconds(50);

    @Override
    public void beforeAll(ExtensionContext context) {
        Awaitility.setDefaultTimeout(LONGEST);
    }
}
