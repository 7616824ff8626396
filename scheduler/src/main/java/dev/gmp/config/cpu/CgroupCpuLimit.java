package dev.gmp.config.cpu;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The CPU limit that control groups set: the smallest on the way from the process' own group to the outermost visible one.
 * Each holds for all that is inside of it.
 *
 * <p>Where the groups lie is found once and kept. Each reading looks at {@code /proc/self/cgroup} again, which is one small
 * file. So it notices that the process was moved to another group. Then it looks at the groups' own files. There it notices
 * a limit that was set, changed or lifted, and a controller that was enabled late. Go (1.25) keeps its files open, looks at
 * the own group alone, and does not notice a move.
 */
final class CgroupCpuLimit implements CpuLimitSource {

    private static final String NO_LIMIT = "it limits nothing";
    private static final long UNKNOWN = -1;

    private final SystemFiles files;
    private final Warnings warnings;

    /** What {@code /proc/self/cgroup} held when {@link #lineage} was found. */
    private @Nullable String membership;

    private @Nullable CgroupLineage lineage;

    /** Found at a reading: it is asked for much more often than there is one. */
    private @Nullable Account account;

    /** That of the account, from when it is first asked for until the next reading. */
    private @Nullable RereadFile usage;

    CgroupCpuLimit(SystemFiles files, Warnings warnings) {
        this.files = files;
        this.warnings = warnings;
    }

    @Override
    public CpuLimit read() {
        account = null;
        closeFiles();
        String file = CgroupMembership.FILE;
        try {
            String content = files.read(file);
            if (content == null) {
                return CpuLimit.none("no " + file);
            }
            CgroupLineage known = lineage;
            if (known != null && content.equals(membership) && known.exists(files)) {
                return smallest(known);
            }
            CgroupMembership own = CgroupMembership.parse(content);
            if (own == null) {
                return CpuLimit.none("no cpu controller in " + file);
            }
            file = CgroupMount.FILE;
            CgroupLineage found = find(own);
            membership = content;
            lineage = found;
            return found == null ? CpuLimit.none("the cpu controller is not mounted") : smallest(found);
        } catch (IOException | RuntimeException e) {
            warnings.unusable(file, e, NO_LIMIT);
            return CpuLimit.none(file + " is unusable");
        }
    }

    @Override
    public long usedNanos() {
        Account known = account;
        if (known == null) {
            return UNKNOWN;
        }
        try {
            if (usage == null) {
                usage = files.open(known.file());
            }
            if (usage != null) {
                return known.version().parseUse(usage.read());
            }
            warnings.once(
                    known.group() + " has no account",
                    "Nothing counts the CPU time of " + known.group() + ", so nothing is paced by its limit");
        } catch (IOException | RuntimeException e) {
            warnings.unusable(known.file(), e, "nothing is paced by it");
        }
        return UNKNOWN;
    }

    @Override
    public void closeFiles() {
        if (usage != null) {
            usage.close();
            usage = null;
        }
    }

    private @Nullable CgroupLineage find(CgroupMembership own) throws IOException {
        String mountInfo = files.read(CgroupMount.FILE);
        CgroupLineage found = mountInfo == null ? null : CgroupLineage.find(own, CgroupMount.parse(mountInfo), files);
        if (found != null && !found.exact()) {
            String group = found.groups().get(0);
            warnings.once(
                    own.path() + " not visible",
                    "The process' cgroup " + own.path() + " is not visible; limits are read from " + group
                            + " and above");
        }
        return found;
    }

    private CpuLimit smallest(CgroupLineage groups) {
        CpuLimit smallest = null;
        String limiting = null;
        for (String group : groups.groups()) {
            CpuLimit limit = limitOf(group, groups.version());
            if (limit != null && (smallest == null || limit.cpus() < smallest.cpus())) {
                smallest = limit;
                limiting = group;
            }
        }
        if (limiting != null) {
            String usageFile = groups.version().usageFileOf(limiting, groups.mountPoint(), files);
            account = new Account(limiting, usageFile, groups.version());
        }
        return smallest == null ? CpuLimit.none("none set in " + groups.groups().get(0) + " or above") : smallest;
    }

    private @Nullable CpuLimit limitOf(String group, CgroupVersion version) {
        try {
            return version.limitOf(group, files);
        } catch (IOException | RuntimeException e) {
            warnings.unusable(version.limitFileOf(group), e, NO_LIMIT);
            return null;
        }
    }

    /**
     * Where the CPU time stands that all have used for which the limit of the last reading holds.
     *
     * @param group sets that limit
     * @param file may not be there
     */
    private record Account(String group, String file, CgroupVersion version) {}
}
