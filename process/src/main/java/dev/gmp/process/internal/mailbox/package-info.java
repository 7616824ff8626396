/** A process's state word and its mailbox, which know no process: what waits, and what wakes (WAKE-1, MAIL-1). */
@NullMarked
package dev.gmp.process.internal.mailbox;

import org.jspecify.annotations.NullMarked;
