/** The runtime for processes: how its rooms are wired together behind {@link dev.gmp.process.Processes}. */
@NullMarked
package dev.gmp.process.internal;

import org.jspecify.annotations.NullMarked;
