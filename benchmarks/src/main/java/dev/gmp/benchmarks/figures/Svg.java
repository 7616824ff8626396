package dev.gmp.benchmarks.figures;

import java.util.Locale;

/** A drawing on white, line by line. Not thread-safe. */
public final class Svg {
    private final StringBuilder text = new StringBuilder();

    public Svg(int width, int height, int fontSize) {
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\""
                        + " font-size=\"%d\" fill=\"#222\">",
                width, height, fontSize);
        add("<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>", width, height);
    }

    /** @param format of a line */
    public void add(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    @Override
    public String toString() {
        return text + "</svg>\n";
    }
}
