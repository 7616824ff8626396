package dev.gmp.sample.index;

import dev.gmp.process.Command;
import dev.gmp.sample.source.Source;
import java.util.List;

/** Lists the files of a source. */
record ListFiles(Source source) implements Command<List<String>> {}
