package dev.gmp;

import dev.gmp.config.InvalidSettingException;
import dev.gmp.config.cpu.CgroupCounters;
import dev.gmp.internal.util.FreeHeap;
import dev.gmp.observe.SchedTrace;
import dev.gmp.observe.SchedulerSnapshot;
import dev.gmp.observe.incident.IncidentCause;
import dev.gmp.observe.incident.IncidentFolder;
import dev.gmp.observe.trace.TraceRecording;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Writes what explains an incident afterwards into one zip. It has the last events of the scheduler, what every goroutine is
 * doing, the scheduler's state and settings, and versions. Beside them stand the times of garbage collectors and compiler, and
 * the counters of the cgroup.
 *
 * <p>It has no command line, no environment, no system properties beside versions, and no properties of the application.
 * Stacks, the names of tasks and the labels of goroutines are in it, so only its owner may read the file.
 *
 * @since 0.2.0
 */
public final class IncidentCapsule {

    /** The smallest limit for a capsule, in bytes. */
    public static final long LEAST_BYTES = IncidentFolder.LEAST_BYTES;

    /** Each part beside trace and profile may have this share of the bytes, and so the trace is left more than a third. */
    private static final int SHARE_OF_A_PART = 20;

    private static final int SHARE_OF_THE_PROFILE = 4;
    private static final long MOST_OF_THE_PROFILE = 4_000_000;
    private static final Duration PROFILE_BUDGET = Duration.ofMillis(500);

    /** The heap that the groups of a profile and their text may take. */
    private static final long PROFILE_HEAP = 32 << 20;

    private IncidentCapsule() {}

    /**
     * What happened.
     *
     * @param detail in words; may be empty
     * @param lastMinute lines of schedtrace, the oldest first
     */
    record Incident(IncidentCause cause, String detail, List<String> lastMinute) {}

    /**
     * Writes a capsule. Any thread may call it, and it stops no task. Compressing the trace of a full flight recorder may
     * take seconds. Where the heap seems to have too little room for a part, it collects garbage first.
     *
     * @param folder where the file is made, which only its owner may read and write
     * @param mostBytes the largest size of all that is zipped, {@value #LEAST_BYTES} or more; the zip is smaller. Where the
     *     trace would not fit, its oldest events are left out
     * @return the file, {@code gmp-incident-<time>-requested-<number>.zip}
     * @throws IllegalArgumentException if {@code mostBytes} is too small
     * @throws IOException if the file cannot be written; there is none then
     */
    public static Path write(GmpScheduler scheduler, Path folder, long mostBytes) throws IOException {
        if (mostBytes < LEAST_BYTES) {
            throw new InvalidSettingException("mostBytes", mostBytes, "at least " + LEAST_BYTES);
        }
        Incident requested = new Incident(IncidentCause.REQUESTED, "", List.of());
        return IncidentFolder.store(folder, requested.cause(), out -> write(scheduler, requested, out, mostBytes));
    }

    /** @param out is closed */
    static void write(GmpScheduler scheduler, Incident incident, OutputStream out, long mostBytes) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            writeParts(scheduler, incident, zip, mostBytes);
        }
    }

    private static void writeParts(GmpScheduler scheduler, Incident incident, ZipOutputStream zip, long mostBytes)
            throws IOException {
        SchedulerSnapshot snapshot = scheduler.snapshot();
        long most = mostBytes / SHARE_OF_A_PART;
        long left = mostBytes;
        left -= write(zip, "incident.txt", describe(scheduler, incident), most);
        left -= write(zip, "schedtrace.txt", schedtrace(incident, snapshot), most);
        left -= write(zip, "snapshot.txt", aFieldALine(snapshot), most);
        left -= write(zip, "settings.txt", aFieldALine(scheduler.config()), most);
        left -= write(zip, "jvm.txt", JvmFacts.state(), most);
        left -= write(zip, "cgroup.txt", CgroupCounters.read(), most);
        left -= write(zip, "versions.txt", JvmFacts.versions(), most);
        left -= write(zip, "deadlocks.txt", orMissing(() -> deadlocksAndLeaks(scheduler)), most);
        long mostOfProfile = Math.min(MOST_OF_THE_PROFILE, mostBytes / SHARE_OF_THE_PROFILE);
        left -= write(zip, "goroutines.txt", orMissing(() -> goroutines(scheduler)), mostOfProfile);
        writeTrace(scheduler, zip, left);
    }

    /** {@link IncidentFolder#schedulerOf} finds the scheduler in it. */
    private static String describe(GmpScheduler scheduler, Incident incident) {
        return "time %s\nscheduler %s\ncause %s\ndetail %s\n"
                .formatted(
                        Instant.now(),
                        scheduler.name(),
                        incident.cause().word(),
                        incident.detail().replaceAll("\\R", " "));
    }

    private static String schedtrace(Incident incident, SchedulerSnapshot now) {
        StringBuilder text = new StringBuilder();
        incident.lastMinute().forEach(line -> text.append(line).append('\n'));
        return text.append(SchedTrace.detail(now)).toString();
    }

    private static String aFieldALine(Record facts) {
        return facts.toString().replace(", ", ",\n") + "\n";
    }

    private static String deadlocksAndLeaks(GmpScheduler scheduler) {
        StringBuilder text = new StringBuilder(scheduler.deadlocks().toText(true));
        scheduler.leakSuspects().forEach(each -> text.append(each.toText(true)).append('\n'));
        return text.toString();
    }

    private static String goroutines(GmpScheduler scheduler) {
        FreeHeap.require(PROFILE_HEAP, "a goroutine profile needs");
        return scheduler.goroutineProfile(PROFILE_BUDGET).toText(true);
    }

    /** A part, or why there is none: lack of memory, also one that comes meanwhile, leaves the other parts. */
    private static String orMissing(Supplier<String> part) {
        try {
            return part.get();
        } catch (IllegalStateException | OutOfMemoryError noRoom) {
            return "missing: " + noRoom.getMessage() + "\n";
        }
    }

    /** Where there is no recorder, or no room in the heap, the entry says so. */
    private static void writeTrace(GmpScheduler scheduler, ZipOutputStream zip, long mostBytes) throws IOException {
        zip.putNextEntry(new ZipEntry("trace.json"));
        Writer out = new OutputStreamWriter(zip, StandardCharsets.UTF_8);
        try {
            scheduler.recorder().writeTo(out, Math.max(mostBytes, TraceRecording.LEAST_FILE_BYTES));
        } catch (IllegalStateException none) {
            String reason = scheduler.recorder().isEnabled() ? none.getMessage() : "the flight recorder is off";
            out.write("{\"traceEvents\":[],\"otherData\":{\"missing\":\"" + reason + "\"}}\n");
        } catch (OutOfMemoryError noRoom) {
            // the trace ends here, and the other parts are whole
        }
        out.flush();
        zip.closeEntry();
    }

    /** @return how many bytes it is; what is more is cut off, between two characters */
    private static long write(ZipOutputStream zip, String name, String text, long mostBytes) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int length = (int) Math.min(bytes.length, mostBytes);
        while (length < bytes.length && (bytes[length] & 0xC0) == 0x80) {
            length--;
        }
        zip.putNextEntry(new ZipEntry(name));
        zip.write(bytes, 0, length);
        zip.closeEntry();
        return length;
    }
}
