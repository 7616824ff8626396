/** Which processes there are: by number, by name and by group, and how many in which state. */
@NullMarked
package dev.gmp.process.internal.registry;

import org.jspecify.annotations.NullMarked;
