package dev.gmp.benchmarks.figures;

import java.util.List;
import java.util.Locale;

/** A table in Markdown, with padded columns, so that it can be read as plain text. */
public final class MarkdownTable {
    private MarkdownTable() {}

    /** @param rows the heading first; all with as many cells */
    public static String of(List<List<String>> rows) {
        int[] widths = new int[rows.get(0).size()];
        for (List<String> row : rows) {
            for (int column = 0; column < widths.length; column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < rows.size(); i++) {
            appendRow(text, rows.get(i), widths);
            if (i == 0) {
                appendRule(text, widths);
            }
        }
        return text.toString();
    }

    private static void appendRow(StringBuilder text, List<String> row, int[] widths) {
        for (int column = 0; column < widths.length; column++) {
            text.append(String.format(Locale.ROOT, "| %-" + Math.max(1, widths[column]) + "s ", row.get(column)));
        }
        text.append("|\n");
    }

    private static void appendRule(StringBuilder text, int[] widths) {
        for (int width : widths) {
            text.append('|').append("-".repeat(width + 2));
        }
        text.append("|\n");
    }
}
