package dev.gmp.config.cpu;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The control group that decides over the process' CPU time, as {@code /proc/self/cgroup} names it (man 7 cgroups).
 *
 * @param path absolute, seen from the root of the process' cgroup namespace; starts with {@code /..} where the group
 *     lies outside of it
 */
record CgroupMembership(CgroupVersion version, String path) {

    static final String FILE = "/proc/self/cgroup";

    /**
     * A line is {@code hierarchy:controllers:path}. If a version 1 hierarchy has the cpu controller, that is the one. Else
     * it can only be the hierarchy of version 2, which has number 0 (Go: {@code parseCPURelativePath}).
     *
     * @return null if the process is in no group that can have the controller
     */
    static @Nullable CgroupMembership parse(String content) throws MalformedFileException {
        CgroupMembership unified = null;
        for (String line : content.split("\n")) {
            if (line.isEmpty()) {
                continue;
            }
            String[] fields = line.split(":", 3);
            if (fields.length < 3) {
                throw new MalformedFileException("hierarchy:controllers:path", line);
            }
            String path = fields[2];
            if (fields[0].equals("0")) {
                unified = new CgroupMembership(CgroupVersion.V2, absolute(path, line));
            } else if (List.of(fields[1].split(",")).contains("cpu")) {
                return new CgroupMembership(CgroupVersion.V1, absolute(path, line));
            }
        }
        return unified;
    }

    private static String absolute(String path, String line) throws MalformedFileException {
        if (!path.startsWith("/")) {
            throw new MalformedFileException("an absolute path", line);
        }
        return path;
    }
}
