/** How the commands that processes yield are carried out. */
@NullMarked
package dev.gmp.process.internal.command;

import org.jspecify.annotations.NullMarked;
