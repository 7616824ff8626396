package dev.gmp.spring.process.guide;

import java.util.List;

record Page(List<String> rows, boolean isLast) {}
