package dev.gmp.config.cpu;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * Whether {@code -XX:ActiveProcessorCount} is set, on the command line, in a file of options or by an environment
 * variable. {@link Runtime#availableProcessors()} then returns that number.
 */
final class ActiveProcessorCount {

    static final String OPTION = "-XX:ActiveProcessorCount";

    private static final String NAME = OPTION.substring("-XX:".length());

    private ActiveProcessorCount() {}

    static boolean isSet() {
        String value;
        try {
            value = vmOption();
        } catch (LinkageError | RuntimeException e) {
            // A JVM that is no HotSpot, or a runtime image without the module jdk.management.
            value = lastArgument(ManagementFactory.getRuntimeMXBean().getInputArguments());
        }
        return isCount(value);
    }

    /** The option's value from any source; the input arguments show the command line only. */
    private static String vmOption() {
        return ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .getVMOption(NAME)
                .getValue();
    }

    /** The last of several values counts, as in the JVM. */
    static String lastArgument(List<String> arguments) {
        String value = "";
        for (String argument : arguments) {
            if (argument.startsWith(OPTION + "=")) {
                value = argument.substring(OPTION.length() + 1);
            }
        }
        return value;
    }

    /** The JVM's own default is -1, and it takes numbers from 1 on. */
    static boolean isCount(String value) {
        try {
            return Long.parseLong(value) > 0;
        } catch (NumberFormatException e) {
            return false;
        }
    }
}
