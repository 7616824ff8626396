package dev.gmp.sample.cluster;

import dev.gmp.process.Command;
import dev.gmp.sample.corpus.Corpus;

/** Reads the files of a part. */
record IndexPart(int part) implements Command<Corpus> {}
