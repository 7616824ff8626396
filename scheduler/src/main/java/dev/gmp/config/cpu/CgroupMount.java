package dev.gmp.config.cpu;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A mount that shows the groups of a hierarchy with the cpu controller as folders.
 *
 * @param root the group at the mount point, from the root of the process's cgroup namespace like {@link
 *     CgroupMembership#path()}. It is {@code /} where all groups are visible. In a container with its own mount but no
 *     namespace it is a path such as {@code /docker/1f0c}
 * @param point the folder, without a slash at its end
 */
record CgroupMount(CgroupVersion version, String root, String point) {

    static final String FILE = "/proc/self/mountinfo";

    private static final String USUAL_PLACE = "/sys/fs/cgroup";

    /**
     * Parses lines as in man 5 proc_pid_mountinfo (Go: {@code parseCPUMount}). Mounts below the usual place come first,
     * because agents mount their host's groups elsewhere.
     */
    static List<CgroupMount> parse(String content) throws MalformedFileException {
        List<CgroupMount> usual = new ArrayList<>();
        List<CgroupMount> others = new ArrayList<>();
        for (String line : content.split("\n")) {
            // Other file systems can have lines of any length.
            CgroupMount mount = line.contains(" - cgroup") ? parseLine(line) : null;
            if (mount != null) {
                (mount.point.startsWith(USUAL_PLACE) ? usual : others).add(mount);
            }
        }
        usual.addAll(others);
        return usual;
    }

    /**
     * The path from the mount point down to a group.
     *
     * @param path as in {@link CgroupMembership#path()}
     * @return empty for the mount point itself; null if the group is not below it
     */
    @Nullable
    String wayTo(String path) {
        String prefix = withoutLastSlash(root);
        String way = withoutLastSlash(path);
        boolean below = way.equals(prefix) || way.startsWith(prefix + "/");
        return below && !leadsUp(way.substring(prefix.length())) ? way.substring(prefix.length()) : null;
    }

    /** Whether a relative path leads out of its folder. */
    static boolean leadsUp(String way) {
        return List.of(way.split("/")).contains("..");
    }

    private static @Nullable CgroupMount parseLine(String line) throws MalformedFileException {
        String[] halves = line.split(" - ", 2);
        String[] mount = halves[0].split(" ", -1);
        String[] fileSystem = halves[1].split(" ", -1);
        if (mount.length < 6 || fileSystem.length < 3) {
            throw new MalformedFileException("a mount", line);
        }
        CgroupVersion version;
        if (fileSystem[0].equals("cgroup2")) {
            version = CgroupVersion.V2;
        } else if (fileSystem[0].equals("cgroup")
                && List.of(fileSystem[2].split(",")).contains("cpu")) {
            version = CgroupVersion.V1;
        } else {
            return null;
        }
        return new CgroupMount(version, unescaped(mount[3]), withoutLastSlash(unescaped(mount[4])));
    }

    /** Decodes the kernel's escapes: blank, tab, line feed and backslash are a backslash and three octal digits. */
    private static String unescaped(String path) throws MalformedFileException {
        if (!path.startsWith("/")) {
            throw new MalformedFileException("an absolute path", path);
        }
        StringBuilder plain = new StringBuilder(path.length());
        for (int at = 0; at < path.length(); at++) {
            char c = path.charAt(at);
            if (c == '\\') {
                c = octal(path, at + 1);
                at += 3;
            }
            plain.append(c);
        }
        return plain.toString();
    }

    private static char octal(String path, int from) throws MalformedFileException {
        int value = 0;
        for (int at = from; at < from + 3; at++) {
            int digit = at < path.length() ? Character.digit(path.charAt(at), 8) : -1;
            if (digit < 0) {
                throw new MalformedFileException("three octal digits after a backslash", path);
            }
            value = value * 8 + digit;
        }
        return (char) value;
    }

    private static String withoutLastSlash(String path) {
        return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }
}
