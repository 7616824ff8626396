package dev.gmp.spring.it.context;

import org.springframework.test.context.TestPropertySource;

/** On virtual goroutines, where the JVM has them. */
@TestPropertySource(properties = "gmp.goroutines=auto")
class DefaultContextTests extends ContextTests {}
