package dev.gmp.config.cpu;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * Limits and counters of CPU and memory, of the process's control group and all visible groups around it, as text.
 *
 * @since 0.2.0
 */
public final class CgroupCounters {

    private static final List<String> V2 =
            List.of("cpu.max", "cpu.stat", "cpu.pressure", "memory.max", "memory.current", "memory.events");

    private static final List<String> V1_CPU = List.of("cpu.cfs_quota_us", "cpu.cfs_period_us", "cpu.stat");

    private static final List<String> V1_MEMORY =
            List.of("memory.limit_in_bytes", "memory.usage_in_bytes", "memory.failcnt");

    private CgroupCounters() {}

    /**
     * Reads the files of this process's groups, the innermost group first. After the path of each file come its lines, indented.
     * A file that is missing is left out. Never throws: where something cannot be read, the text says so.
     */
    public static String read() {
        return SystemFiles.isLinux()
                ? read(new SystemFiles(Path.of("/")))
                : "no cgroups on " + System.getProperty("os.name") + "\n";
    }

    static String read(SystemFiles files) {
        StringJoiner lines = new StringJoiner("\n", "", "\n");
        try {
            CgroupLineage lineage = lineage(files);
            if (lineage == null) {
                return "no cgroup is visible\n";
            }
            for (String group : lineage.groups()) {
                addGroup(lines, group, lineage, files);
            }
        } catch (IOException | RuntimeException e) {
            lines.add("the cgroup cannot be read: " + e);
        }
        return lines.toString();
    }

    private static @Nullable CgroupLineage lineage(SystemFiles files) throws IOException {
        String membership = files.read(CgroupMembership.FILE);
        String mounts = files.read(CgroupMount.FILE);
        CgroupMembership own = membership == null ? null : CgroupMembership.parse(membership);
        return own == null || mounts == null ? null : CgroupLineage.find(own, CgroupMount.parse(mounts), files);
    }

    private static void addGroup(StringJoiner lines, String group, CgroupLineage lineage, SystemFiles files) {
        if (lineage.version() == CgroupVersion.V2) {
            V2.forEach(name -> addFile(lines, group + "/" + name, files));
            return;
        }
        String mountPoint = lineage.mountPoint();
        V1_CPU.forEach(name -> addFile(lines, group + "/" + name, files));
        addFile(lines, CgroupVersion.V1.usageFileOf(group, mountPoint, files), files);
        // Another controller, in whose hierarchy the group usually has the same way from the mount point.
        String hierarchies = mountPoint.substring(0, mountPoint.lastIndexOf('/'));
        String memory = hierarchies + "/memory" + group.substring(mountPoint.length());
        V1_MEMORY.forEach(name -> addFile(lines, memory + "/" + name, files));
    }

    private static void addFile(StringJoiner lines, String path, SystemFiles files) {
        try {
            String content = files.read(path);
            if (content != null) {
                lines.add(path + "\n" + content.indent(2).stripTrailing());
            }
        } catch (IOException | RuntimeException e) {
            lines.add(path + "\n  cannot be read: " + e);
        }
    }
}
