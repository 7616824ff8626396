/** What the runtime knows of one process, and what the processes of a type share. */
@NullMarked
package dev.gmp.process.internal.controlblock;

import org.jspecify.annotations.NullMarked;
