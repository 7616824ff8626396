package dev.gmp.spring.process.guide;

import dev.gmp.process.Command;

/** A command, whose result is a page. */
record FetchPage(int number) implements Command<Page> {}
