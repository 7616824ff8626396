package dev.gmp.config.cpu;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The CPU limit of control groups: the smallest one from the process's own group to the outermost visible one. Each
 * limit holds for the group and all groups inside it.
 *
 * <p>The groups' folders are found once and kept. Each reading reads {@code /proc/self/cgroup}, one small file, so it
 * notices that the process was moved to another group. Then it reads the groups' own files, so it notices a changed
 * limit and a controller that was enabled late. Go (1.25) keeps its files open, reads its own group only, and does not
 * notice a move.
 */
final class CgroupCpuLimit implements CpuLimitSource {

    private static final String NO_LIMIT = "it sets no limit";
    private static final long UNKNOWN = -1;

    private final SystemFiles files;
    private final Warnings warnings;

    /** The content of {@code /proc/self/cgroup} when {@link #lineage} was found. */
    private @Nullable String membership;

    private @Nullable CgroupLineage lineage;

    /** Found at each reading, because it is used much more often. */
    private @Nullable Account account;

    /** The account's file, opened at its first use and closed at the next reading. */
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
                    "no file counts the CPU time of " + known.group() + ", so its limit paces no processor");
        } catch (IOException | RuntimeException e) {
            warnings.unusable(known.file(), e, "its limit paces no processor");
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
                    "the process's cgroup " + own.path() + " is not visible, so limits are read from " + group
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
     * The file with the CPU time of all processes under the last reading's limit.
     *
     * @param group the group that sets the limit
     * @param file may be missing
     */
    private record Account(String group, String file, CgroupVersion version) {}
}
