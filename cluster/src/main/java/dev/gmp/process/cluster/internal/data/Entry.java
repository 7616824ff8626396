package dev.gmp.process.cluster.internal.data;

import dev.gmp.process.RemotePid;
import java.util.Comparator;

/**
 * A process under a name or in a group, as a text that all nodes have.
 *
 * @param subject the name or the group
 * @param confirmed false while it is not decided whether the process gets the name
 */
record Entry(String subject, boolean confirmed, RemotePid pid) implements Comparable<Entry> {

    /** Ends the subject. What follows has none of it. */
    private static final char END = '\0';

    private static final Comparator<Entry> ORDER = Comparator.comparing(Entry::subject)
            .thenComparing(entry -> entry.pid().node())
            .thenComparing(entry -> entry.pid().number());

    static Entry parse(String text) {
        int end = text.lastIndexOf(END);
        int at = text.indexOf('@', end);
        return new Entry(
                text.substring(0, end),
                text.charAt(end + 1) == '+',
                new RemotePid(text.substring(at + 1), Long.parseLong(text.substring(end + 2, at))));
    }

    String text() {
        return subject + END + (confirmed ? '+' : '?') + pid;
    }

    Entry confirm() {
        return new Entry(subject, true, pid);
    }

    /** The same on all nodes. */
    @Override
    public int compareTo(Entry other) {
        return ORDER.compare(this, other);
    }
}
