package dev.gmp.config.cpu;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The folders of the process's group and of all visible groups around it. Each can limit the process.
 *
 * @param groups from the process's own group outwards to the mount point; never empty
 * @param exact whether the first is the process's own group. Otherwise that group is not visible, and the first is the
 *     nearest visible one
 */
record CgroupLineage(CgroupVersion version, List<String> groups, boolean exact) {

    /** @return null if no mount shows the hierarchy */
    static @Nullable CgroupLineage find(CgroupMembership own, List<CgroupMount> mounts, SystemFiles files) {
        CgroupMount first = null;
        for (CgroupMount mount : mounts) {
            if (mount.version() == own.version() && files.isFolder(mount.point())) {
                String way = mount.wayTo(own.path());
                if (way != null && files.isFolder(mount.point() + way)) {
                    return new CgroupLineage(own.version(), groups(mount, way), true);
                }
                first = first == null ? mount : first;
            }
        }
        return first == null
                ? null
                : new CgroupLineage(own.version(), groups(first, longestVisible(own, first, files)), false);
    }

    String mountPoint() {
        return groups.get(groups.size() - 1);
    }

    boolean exists(SystemFiles files) {
        return files.isFolder(groups.get(0));
    }

    /**
     * The longest end of the path that is a folder below the mount point. For a process that was moved within its
     * container's groups, which the mount's root does not follow (JDK: {@code CgroupV1Controller::set_subsystem_path}).
     */
    private static String longestVisible(CgroupMembership own, CgroupMount mount, SystemFiles files) {
        String way = own.path();
        if (CgroupMount.leadsUp(way) || way.equals("/")) {
            return "";
        }
        while (!files.isFolder(mount.point() + way)) {
            int next = way.indexOf('/', 1);
            if (next < 0) {
                return "";
            }
            way = way.substring(next);
        }
        return way;
    }

    private static List<String> groups(CgroupMount mount, String way) {
        List<String> groups = new ArrayList<>();
        String rest = way;
        while (!rest.isEmpty()) {
            groups.add(mount.point() + rest);
            rest = rest.substring(0, rest.lastIndexOf('/'));
        }
        groups.add(mount.point());
        return List.copyOf(groups);
    }
}
