package dev.gmp.config.cpu;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The two versions of control groups, which keep a group's CPU limit in different files. */
enum CgroupVersion {

    /** Two files: the CPU time of a period in microseconds, negative for no limit, and the period. */
    V1("/cpu.cfs_quota_us", "/cpuacct.usage") {
        @Override
        double cpusOf(String group, String quota, SystemFiles files) throws IOException {
            String period = files.read(group + "/cpu.cfs_period_us");
            return period == null ? UNLIMITED : parseV1(quota, period);
        }

        // By another controller, in whose hierarchy the group has the same way from the mount point.
        @Override
        String usageFileOf(String group, String mountPoint, SystemFiles files) {
            String own = super.usageFileOf(group, mountPoint, files);
            String hierarchies = mountPoint.substring(0, mountPoint.lastIndexOf('/'));
            return files.exists(own)
                    ? own
                    : super.usageFileOf(
                            hierarchies + "/cpuacct" + group.substring(mountPoint.length()), mountPoint, files);
        }

        @Override
        long parseUse(String usage) throws MalformedFileException {
            return number(usage.strip(), usage);
        }
    },

    /** One file: the CPU time of a period in microseconds or {@code max}, then the period. */
    V2("/cpu.max", "/cpu.stat") {
        @Override
        double cpusOf(String group, String max, SystemFiles files) throws IOException {
            return parseV2(max);
        }

        @Override
        long parseUse(String stat) throws MalformedFileException {
            String[] words = stat.split("\\s+", 3);
            if (words.length < 2 || !words[0].equals("usage_usec")) {
                throw new MalformedFileException("usage_usec and a number", stat);
            }
            return number(words[1], stat) * 1_000;
        }
    };

    static final double UNLIMITED = Double.POSITIVE_INFINITY;

    private final String limitFile;
    private final String usageFile;

    CgroupVersion(String limitFile, String usageFile) {
        this.limitFile = limitFile;
        this.usageFile = usageFile;
    }

    String limitFileOf(String group) {
        return group + limitFile;
    }

    /**
     * The file with the CPU time that a group and its children have used so far. It may be missing.
     *
     * @param group the group's folder
     * @param mountPoint the folder around it that shows its hierarchy
     */
    String usageFileOf(String group, String mountPoint, SystemFiles files) {
        return group + usageFile;
    }

    /**
     * The limit in a group's own files.
     *
     * @param group the group's folder
     * @return null if the group sets no limit or has no such files. Files are missing if the cpu controller is not
     *     enabled for the group, and for the root of a version 2 hierarchy
     */
    @Nullable
    CpuLimit limitOf(String group, SystemFiles files) throws IOException {
        String file = limitFileOf(group);
        String content = files.read(file);
        double cpus = content == null ? UNLIMITED : cpusOf(group, content, files);
        return cpus == UNLIMITED ? null : new CpuLimit(cpus, file);
    }

    /**
     * @param content the content of the usage file
     * @return CPU time in nanoseconds
     */
    abstract long parseUse(String content) throws MalformedFileException;

    abstract double cpusOf(String group, String content, SystemFiles files) throws IOException;

    /** @return CPUs above 0, or {@link #UNLIMITED} */
    static double parseV1(String quota, String period) throws MalformedFileException {
        String both = quota.strip() + " of " + period.strip();
        long quotaMicros = number(quota.strip(), both);
        return quotaMicros < 0 ? UNLIMITED : ratio(quotaMicros, number(period.strip(), both), both);
    }

    /** @return CPUs above 0, or {@link #UNLIMITED} */
    static double parseV2(String max) throws MalformedFileException {
        // Words that a later kernel may add after the two are left alone.
        String[] words = max.strip().split("\\s+", 3);
        if (words[0].equals("max")) {
            return UNLIMITED;
        }
        if (words.length < 2) {
            throw new MalformedFileException("a quota and a period", max);
        }
        return ratio(number(words[0], max), number(words[1], max), max);
    }

    private static double ratio(long quotaMicros, long periodMicros, String content) throws MalformedFileException {
        if (quotaMicros <= 0 || periodMicros <= 0) {
            throw new MalformedFileException("a quota and a period above 0", content);
        }
        return (double) quotaMicros / periodMicros;
    }

    private static long number(String word, String content) throws MalformedFileException {
        try {
            return Long.parseLong(word);
        } catch (NumberFormatException e) {
            throw new MalformedFileException("a number", content);
        }
    }
}
