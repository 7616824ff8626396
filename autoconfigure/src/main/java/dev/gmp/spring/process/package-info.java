/** Processes with mailboxes as an application's beans: their types, the handlers of their commands, and their end. */
@NullMarked
package dev.gmp.spring.process;

import org.jspecify.annotations.NullMarked;
