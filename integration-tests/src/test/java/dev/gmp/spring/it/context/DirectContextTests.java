package dev.gmp.spring.it.context;

import org.springframework.test.context.TestPropertySource;

/** On direct goroutines, where one thread runs many. */
@TestPropertySource(properties = "gmp.goroutines=direct")
class DirectContextTests extends ContextTests {}
