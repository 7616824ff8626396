package dev.gmp;

import dev.gmp.observe.SchedTrace;
import dev.gmp.observe.SchedulerSnapshot;
import dev.gmp.observe.trace.TraceRecording;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.lang.management.CompilationMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Writes what explains an incident afterwards into one zip. It has the last events of the scheduler, its state and settings,
 * and versions. Beside them stand the times of garbage collectors and compiler, and the counters of the cgroup.
 *
 * <p>It has no command line, no environment, no system properties beside versions, and no properties of the application. The
 * stacks of lost processors, the names of tasks and the labels of goroutines are in it, so only its owner may read the file.
 *
 * @since 0.2.0
 */
public final class IncidentCapsule {

    /** The smallest limit for a capsule, in bytes. */
    public static final long LEAST_BYTES = 1_000_000;

    /** The largest size of each entry beside the trace, in characters. */
    private static final int MOST_TEXT = 100_000;

    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

    /** Of cgroup v2; a file that is missing is left out. */
    private static final List<String> CGROUP_FILES =
            List.of("cpu.max", "cpu.stat", "cpu.pressure", "memory.max", "memory.current", "memory.events");

    private static final List<String> VERSIONS = List.of(
            "java.vm.name",
            "java.vm.version",
            "java.runtime.version",
            "java.vendor",
            "os.name",
            "os.version",
            "os.arch");

    private IncidentCapsule() {}

    /**
     * Writes a capsule. Any thread may call it, and it stops nothing. Compressing the trace of a full flight recorder may
     * take seconds.
     *
     * @param folder where the file is made, which only its owner may read and write
     * @param mostBytes the largest size of all that is zipped, {@value #LEAST_BYTES} or more; the zip is smaller. Later events
     *     are left out of the trace where it is reached
     * @return the file, {@code gmp-incident-<time>-<number>.zip}
     * @throws IllegalArgumentException if {@code mostBytes} is too small
     * @throws IOException if the file cannot be written; there is none then
     */
    public static Path write(GmpScheduler scheduler, Path folder, long mostBytes) throws IOException {
        if (mostBytes < LEAST_BYTES) {
            throw new IllegalArgumentException(
                    "mostBytes must be at least %d, but was %d".formatted(LEAST_BYTES, mostBytes));
        }
        Path file = Files.createTempFile(folder, "gmp-incident-" + STAMP.format(Instant.now()) + "-", ".zip");
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file));
                ZipOutputStream zip = new ZipOutputStream(out)) {
            writeAll(scheduler, zip, mostBytes);
            return file;
        } catch (UncheckedIOException failure) {
            Files.deleteIfExists(file);
            throw failure.getCause();
        } catch (Throwable failure) {
            Files.deleteIfExists(file);
            throw failure;
        }
    }

    private static void writeAll(GmpScheduler scheduler, ZipOutputStream zip, long mostBytes) throws IOException {
        SchedulerSnapshot snapshot = scheduler.snapshot();
        long left = mostBytes;
        left -= write(zip, "schedtrace.txt", SchedTrace.detail(snapshot));
        left -= write(zip, "snapshot.txt", snapshot.toString().replace(", ", ",\n"));
        left -= write(zip, "settings.txt", scheduler.config().toString().replace(", ", ",\n"));
        left -= write(zip, "jvm.txt", jvm());
        left -= write(zip, "cgroup.txt", cgroup());
        left -= write(zip, "versions.txt", versions());
        writeTrace(scheduler, zip, left);
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
        }
        out.flush();
        zip.closeEntry();
    }

    private static long write(ZipOutputStream zip, String name, String text) throws IOException {
        byte[] bytes = text.substring(0, Math.min(text.length(), MOST_TEXT)).getBytes(StandardCharsets.UTF_8);
        zip.putNextEntry(new ZipEntry(name));
        zip.write(bytes);
        zip.closeEntry();
        return bytes.length;
    }

    private static String jvm() {
        StringJoiner lines = new StringJoiner("\n", "", "\n");
        Runtime runtime = Runtime.getRuntime();
        lines.add("time " + Instant.now());
        lines.add("uptime-ms " + ManagementFactory.getRuntimeMXBean().getUptime());
        lines.add("cpus " + runtime.availableProcessors());
        lines.add("heap-used-bytes " + (runtime.totalMemory() - runtime.freeMemory()));
        lines.add("heap-max-bytes " + runtime.maxMemory());
        lines.add("threads " + ManagementFactory.getThreadMXBean().getThreadCount());
        for (GarbageCollectorMXBean gc : ManagementFactory.getGarbageCollectorMXBeans()) {
            lines.add("gc " + gc.getName() + ": collections " + gc.getCollectionCount() + ", ms "
                    + gc.getCollectionTime());
        }
        CompilationMXBean jit = ManagementFactory.getCompilationMXBean();
        if (jit != null && jit.isCompilationTimeMonitoringSupported()) {
            lines.add("jit " + jit.getName() + ": ms " + jit.getTotalCompilationTime());
        }
        return lines.toString();
    }

    private static String cgroup() {
        StringJoiner lines = new StringJoiner("\n", "", "\n");
        Path own = ownCgroup();
        for (String file : CGROUP_FILES) {
            try {
                lines.add(file + "\n"
                        + Files.readString(own.resolve(file)).indent(2).stripTrailing());
            } catch (IOException | SecurityException missing) {
                // another system, or cgroup v1
            }
        }
        return lines.toString();
    }

    /** In a container it is the root. */
    private static Path ownCgroup() {
        Path root = Path.of("/sys/fs/cgroup");
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/cgroup"))) {
            return lines.filter(line -> line.startsWith("0::/"))
                    .map(line -> root.resolve(line.substring("0::/".length())))
                    .filter(Files::isDirectory)
                    .findFirst()
                    .orElse(root);
        } catch (IOException | UncheckedIOException | SecurityException unknown) {
            return root;
        }
    }

    private static String versions() {
        return Stream.concat(
                        Stream.of("gmp " + GmpScheduler.version()),
                        VERSIONS.stream().map(name -> name + " " + System.getProperty(name)))
                .collect(Collectors.joining("\n", "", "\n"));
    }
}
