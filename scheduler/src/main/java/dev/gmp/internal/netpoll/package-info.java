/** The netpoller: threads wait until channels are ready. It knows no scheduler: what waits are threads, virtual or not. */
@NullMarked
package dev.gmp.internal.netpoll;

import org.jspecify.annotations.NullMarked;
