package dev.gmp.process.internal.mailbox;

import dev.gmp.process.Event;
import org.jspecify.annotations.Nullable;

/** An entry of a mailbox, with its own link. */
public abstract class Mail {

    /** In the stack: what came before. In the inbox: what comes after. */
    @Nullable
    Mail next;

    public final @Nullable Mail next() {
        return next;
    }

    /** As the process sees it; made when it is handed over, so that what waits is small. */
    public abstract Event event();
}
