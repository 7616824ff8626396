/** The web server's requests on the scheduler, where the application asks for it. */
@NullMarked
package dev.gmp.spring.web;

import org.jspecify.annotations.NullMarked;
