package dev.gmp.internal.util;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The kernel's states of threads. To the JVM a thread in native code is RUNNABLE, whether it computes, waits for a CPU
 * or is blocked in a system call. Linux tells these apart (man 5 proc, {@code /proc/pid/stat}).
 *
 * <p>To open such a file takes longer than to read it, so the files of the latest threads stay open. For one thread at
 * a time. The files of an unused object are left to the garbage collector.
 */
public final class KernelStates {

    /** Machines that take turns are few, and those that block for long may be thousands. */
    static final int MOST_OPEN = 32;

    /** The state is the third field, and the second may take 64 characters. */
    private static final int LONGEST_BEGINNING = 128;

    private final byte[] beginning = new byte[LONGEST_BEGINNING];

    private final Map<KernelThread, RandomAccessFile> open = new LinkedHashMap<>(2 * MOST_OPEN, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<KernelThread, RandomAccessFile> eldest) {
            boolean isTooMany = size() > MOST_OPEN;
            if (isTooMany) {
                close(eldest.getValue());
            }
            return isTooMany;
        }
    };

    /** Whether it is on a CPU, or would be if one were free; false when that is unknown. A few microseconds. */
    public boolean isOnCpuOrWaitsForOne(KernelThread thread) {
        try {
            RandomAccessFile file = open.get(thread);
            if (file == null) {
                file = new RandomAccessFile(thread.statFile(), "r");
                open.put(thread, file);
            } else {
                file.seek(0);
            }
            int length = Math.max(0, file.read(beginning)); // the kernel gives all that there is room for
            String text = new String(beginning, 0, length, StandardCharsets.ISO_8859_1);
            return text.startsWith(") R", text.lastIndexOf(')')); // the name may hold anything, brackets too
        } catch (IOException e) { // has ended, or the system has no such file
            RandomAccessFile useless = open.remove(thread);
            if (useless != null) {
                close(useless);
            }
            return false;
        }
    }

    /** Of all threads; those that are asked about again are opened again. */
    public void closeFiles() {
        open.values().forEach(KernelStates::close);
        open.clear();
    }

    private static void close(RandomAccessFile file) {
        try {
            file.close();
        } catch (IOException e) {
            // nothing was written that could be lost
        }
    }
}
