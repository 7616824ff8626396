package dev.gmp.process;

import org.jspecify.annotations.Nullable;

/** What stands in a mailbox, linked by itself. */
abstract class Mail {

    /** In the stack: what came before. In the inbox: what comes after. */
    @Nullable
    Mail next;

    /** As the process sees it; made when it is handed over, so that what waits is small. */
    abstract Event event();
}
