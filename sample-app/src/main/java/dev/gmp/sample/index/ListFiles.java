package dev.gmp.sample.index;

import dev.gmp.process.Command;
import dev.gmp.sample.source.Source;
import java.util.List;

/**
 * Lists the files of a source.
 *
 * @param most the list ends with so many
 */
record ListFiles(Source source, int most) implements Command<List<String>> {}
