package dev.gmp.config.cpu;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The control group that limits the process's CPU time, as {@code /proc/self/cgroup} names it (man 7 cgroups).
 *
 * @param path absolute, from the root of the process's cgroup namespace; starts with {@code /..} if the group lies
 *     outside it
 */
record CgroupMembership(CgroupVersion version, String path) {

    static final String FILE = "/proc/self/cgroup";

    /**
     * Parses lines of the form {@code hierarchy:controllers:path}. A version 1 hierarchy with the cpu controller wins.
     * Otherwise it is the hierarchy of version 2, which has number 0 (Go: {@code parseCPURelativePath}).
     *
     * @return null if no group of the process can have the controller
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
