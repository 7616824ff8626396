package dev.gmp.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Numbers that decide when, where, in which order or for how long something runs. Each has to be understood by those that
 * change the scheduler, so there are few. A number is taken for one of them unless it is listed here as something else; what
 * is computed of others is none of its own.
 */
class SchedulingConstantsTest {

    private static final int MOST = 40;

    private static final Path INTERNAL = Path.of("src", "main", "java", "dev", "gmp", "internal");

    /** These rooms decide what is seen of a scheduler, or how the JDK and the kernel are called. */
    private static final Set<String> OTHER_ROOMS =
            Set.of("jdk", "jfr", "kind", "label", "leak", "profile", "stats", "thread", "trace", "util");

    private static final Set<String> TYPES_WITH_STATES = Set.of(
            "BulkheadTask",
            "MachinePriority",
            "ScheduledTask",
            "Selection",
            "SleepTimer",
            "StatusClock",
            "VirtualGoroutine");

    private static final Set<String> ENCODINGS = Set.of(
            "LifoRunQueue.BOTTOM_SHIFT",
            "LifoRunQueue.NONE",
            "LifoRunQueue.TOP_SHIFT",
            "LostMachines.UNKNOWN",
            "MachineParking.SECOND_NANOS",
            "RunNextWatch.NO_PROCESSOR",
            "Sysmon.SECOND_NANOS");

    /** Room in memory: how much is taken of that, and nothing else. */
    private static final Set<String> CAPACITIES = Set.of(
            "FarTimers.BUCKETS",
            "FarTimers.BUCKET_SHIFT",
            "FourAryHeap.SMALLEST",
            "IdleProcessors.PADDING",
            "LiveGoroutines.STRIPES",
            "QueueAge.MOST_MARKS",
            "QuotaBucket.SAMPLES",
            "TimerBucket.SMALLEST",
            "TimerHeap.FEW_HUSKS",
            "ValueRing.FIRST_LENGTH");

    /** What is logged, sampled or shown. */
    private static final Set<String> OBSERVATION = Set.of(
            "LiveGoroutines.SHOWN_AT_ONCE",
            "ProcessorLossLog.MOST",
            "ProcessorLossLog.RECORDED_STACK_INTERVAL_NANOS",
            "ProcessorLossLog.STACK_INTERVAL_NANOS",
            "Readying.PLACES_BACK",
            "ShortageLog.INTERVAL_NANOS",
            "StallWatchdog.LONGEST_TICK_NANOS",
            "StallWatchdog.MOST_FRAMES",
            "SysmonTick.SIGHTED_NANOS",
            "YieldStorms.MOST_NANOS");

    private static final Pattern NUMBER =
            Pattern.compile("static final (?:int|long|double|float) (\\w+) = -?[\\d_.]+[LDF]?;");

    @Test
    void thereAreFew() throws IOException {
        List<String> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(INTERNAL)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".java")).toList()) {
                String room = INTERNAL.relativize(file).getName(0).toString();
                String type = file.getFileName().toString().replace(".java", "");
                if (!OTHER_ROOMS.contains(room) && !TYPES_WITH_STATES.contains(type)) {
                    Matcher number = NUMBER.matcher(Files.readString(file));
                    while (number.find()) {
                        found.add(type + "." + number.group(1));
                    }
                }
            }
        }
        found.removeIf(name -> name.endsWith(".serialVersionUID")
                || ENCODINGS.contains(name)
                || CAPACITIES.contains(name)
                || OBSERVATION.contains(name));

        assertThat(found).contains("FindRunnable.GLOBAL_QUEUE_TICK").hasSizeLessThanOrEqualTo(MOST);
    }
}
