package dev.gmp.observe.trace;

import java.io.IOException;
import java.io.Writer;

/** Writes nothing: each piece of text fails. */
final class FullDisk extends Writer {

    @Override
    public void write(char[] text, int from, int length) throws IOException {
        throw new IOException("disk full");
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
