/** Files that explain an incident afterwards. */
@NullMarked
package dev.gmp.observe.incident;

import org.jspecify.annotations.NullMarked;
