/** The runtime's record of one process, and the state that processes of a type share. */
@NullMarked
package dev.gmp.process.internal.controlblock;

import org.jspecify.annotations.NullMarked;
