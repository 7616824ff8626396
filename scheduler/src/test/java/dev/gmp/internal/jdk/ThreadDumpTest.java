package dev.gmp.internal.jdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import javax.management.ObjectName;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code jcmd PID Thread.dump_to_file} shows of our threads. */
class ThreadDumpTest {
    private final HandDrivenScheduler scheduler = new HandDrivenScheduler();

    @BeforeEach
    void onlyWhereAvailable() {
        assumeTrue(VirtualThreads.available(), VirtualThreads::reason);
    }

    @Test
    void aParkedThreadIsThereWithItsNameItsStackAndTheRootContainer(@TempDir Path folder) throws Exception {
        Thread thread = VirtualThreads.newThread(scheduler, "gmp-web-g42", false, ThreadDumpTest::waitForUnpark);
        thread.start();
        scheduler.runNext();

        String text = dump(folder.resolve("dump.txt"));
        String json = dump(folder.resolve("dump.json"), "-format=json");

        assertThat(text).containsPattern("\"gmp-web-g42\" virtual.*\\R(    at .*\\R|    - .*\\R)*.*waitForUnpark");
        assertThat(json.substring(0, json.indexOf("gmp-web-g42")))
                .contains("\"container\": \"<root>\"")
                .containsOnlyOnce("\"container\":");

        LockSupport.unpark(thread);
        scheduler.runWhile(thread);
        assertThat(dump(folder.resolve("later.txt"))).doesNotContain("gmp-web-g42");
    }

    private static void waitForUnpark() {
        LockSupport.park();
    }

    private static String dump(Path file, String... options) throws Exception {
        String[] arguments = new String[options.length + 1];
        System.arraycopy(options, 0, arguments, 0, options.length);
        arguments[options.length] = file.toString();
        ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "threadDumpToFile",
                        new Object[] {arguments},
                        new String[] {String[].class.getName()});
        return Files.readString(file);
    }
}
