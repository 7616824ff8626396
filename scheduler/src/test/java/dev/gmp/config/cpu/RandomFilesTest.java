package dev.gmp.config.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of random bytes, and real ones of which some bytes were changed: nothing throws, and what comes out is valid. */
@Tag("long")
class RandomFilesTest {

    private static final int ROUNDS = 20_000;
    private static final int TREE_ROUNDS = 1_500;
    private static final String ALPHABET = "0123456789-,:/. \n\t\\maxcpugroup2=";

    private static final List<String> LIMITS =
            List.of("max 100000\n", "150000 100000\n", "-1\n", "100000\n", "9223372036854775807 1\n");
    private static final List<String> MEMBERSHIPS =
            List.of("0::/a/b\n", "0::/../a\n", "2:cpu,cpuacct:/a/b\n1:memory:/\n0::/a\n", "");
    private static final List<String> MOUNTS =
            List.of("26 23 0:23 / /sys/fs/cgroup rw,relatime - cgroup2 cgroup2 rw\n", """
            41 40 0:25 /a /sys/fs/cgroup/c\\040d rw master:1 - cgroup cgroup rw,cpu,cpuacct
            26 23 0:23 /../.. /sys/fs/cgroup rw,relatime - cgroup2 cgroup2 rw
            """);
    private static final List<String> USES = List.of("usage_usec 1234567\nuser_usec 1000000\n", "");
    private static final List<String> CPU_LISTS = List.of("0-1\n", "\t0-3,8,100-127\n", "");

    @TempDir
    private Path folder;

    private final long seed = Long.getLong("gmp.fuzz.seed", System.nanoTime());
    private final Random random = new Random(seed);

    @Test
    void parsersThrowNothingElseThanThatAFileIsMalformed() throws IOException {
        for (int round = 0; round < ROUNDS; round++) {
            String limit = text(randomly(LIMITS));
            String period = text(randomly(LIMITS));
            String membership = text(randomly(MEMBERSHIPS));
            String mounts = text(randomly(MOUNTS));
            String cpus = text(randomly(CPU_LISTS));
            valid(limit, () -> assertThat(CgroupVersion.parseV2(limit)).isPositive());
            valid(
                    limit + " and " + period,
                    () -> assertThat(CgroupVersion.parseV1(limit, period)).isPositive());
            valid(membership, () -> {
                CgroupMembership own = CgroupMembership.parse(membership);
                assertThat(own == null || own.path().startsWith("/")).isTrue();
            });
            valid(mounts, () -> {
                for (CgroupMount mount : CgroupMount.parse(mounts)) {
                    String way = mount.wayTo("/a/b");
                    assertThat(way == null || way.isEmpty() || way.startsWith("/"))
                            .isTrue();
                }
            });
            valid(cpus, () -> assertThat(CpuList.parse(cpus)).isInstanceOf(BitSet.class));
        }
    }

    @Test
    void readingsNeverThrow() {
        CapturedTree tree = CapturedTree.unpack("v2-nested", folder);
        CpuLimitSource kept = new CgroupCpuLimit(tree.files(), new Warnings(warning -> {}));
        for (int round = 0; round < TREE_ROUNDS; round++) {
            byte[] membership = randomly(MEMBERSHIPS);
            byte[] mounts = randomly(MOUNTS);
            byte[] max = randomly(LIMITS);
            byte[] use = randomly(USES);
            byte[] allowed = randomly(CPU_LISTS);
            tree.write(CgroupMembership.FILE, membership)
                    .write(CgroupMount.FILE, mounts)
                    .write("/sys/fs/cgroup/cpu.max", max)
                    .write("/sys/fs/cgroup/a/cpu.max", max)
                    .write("/sys/fs/cgroup/cpu.stat", use)
                    .write("/sys/fs/cgroup/a/cpu.stat", use)
                    .write(LinuxAffinity.STATUS, "Cpus_allowed_list:" + text(allowed))
                    .write(LinuxAffinity.ONLINE, allowed);
            String situation = String.join(" | ", "seed " + seed, text(membership), text(mounts), text(max), text(use));

            CpuLimitSource fresh = new CgroupCpuLimit(tree.files(), new Warnings(warning -> {}));
            assertThat(fresh.read().cpus()).as(situation).isPositive();
            assertThat(kept.read().cpus()).as(situation).isPositive();
            assertThatCode(fresh::usedNanos).as(situation).doesNotThrowAnyException();
            assertThatCode(kept::usedNanos).as(situation).doesNotThrowAnyException();
            assertThat(new LinuxAffinity(tree.files(), () -> 1, new Warnings(warning -> {}))
                            .get()
                            .count())
                    .as(situation)
                    .isPositive();
        }
    }

    private interface Check {
        void run() throws IOException;
    }

    private void valid(String content, Check check) throws IOException {
        try {
            check.run();
        } catch (MalformedFileException expected) {
            assertThat(expected).hasMessageStartingWith("expected ");
        } catch (RuntimeException | Error e) {
            throw new AssertionError("seed " + seed + ", content '" + content + "'", e);
        }
    }

    /** One of the real contents, mostly with changes; sometimes bytes without any sense. */
    private byte[] randomly(List<String> contents) {
        byte[] bytes = contents.get(random.nextInt(contents.size())).getBytes(StandardCharsets.UTF_8);
        int kind = random.nextInt(10);
        if (kind == 0) {
            bytes = new byte[random.nextInt(200)];
            random.nextBytes(bytes);
        } else if (kind < 8 && bytes.length > 0) {
            for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
                bytes[random.nextInt(bytes.length)] = random.nextInt(4) == 0
                        ? (byte) random.nextInt(256)
                        : (byte) ALPHABET.charAt(random.nextInt(ALPHABET.length()));
            }
        }
        return bytes;
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
