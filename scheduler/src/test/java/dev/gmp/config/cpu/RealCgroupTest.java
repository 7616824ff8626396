package dev.gmp.config.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A JVM in control groups of this machine, whose limits change while it runs. Needs root; skipped without. */
class RealCgroupTest {

    /** By affinity; the machine's tests do not run under a quota of their own. */
    private final int cpus = AvailableCpus.system(System.err::println).get().count();

    @ParameterizedTest
    @EnumSource
    void aLimitThatChangesWhileTheJvmRunsIsSeen(CgroupVersion version) {
        try (RealCgroup group = RealCgroup.createOrSkip(version)) {
            group.limit(150_000);
            try (ReadingJvm jvm = ReadingJvm.startIn(group.folder())) {
                assertThat(jvm.read()).isEqualTo(reading(2, "limit 1.5 CPUs (" + group.limitFile() + ")"));

                group.limit(50_000);
                assertThat(jvm.read()).isEqualTo(reading(2, "limit 0.5 CPUs (" + group.limitFile() + ")"));

                group.limit(850_000);
                assertThat(jvm.read()).isEqualTo(reading(9, "limit 8.5 CPUs (" + group.limitFile() + ")"));

                group.limit(-1);
                assertThat(jvm.read())
                        .isEqualTo(reading(cpus, "no limit (none set in " + group.folder() + " or above)"));
            }
        }
    }

    /** The JVM itself reports one CPU here. */
    @ParameterizedTest
    @EnumSource
    void aSmallLimitAtTheStartHidesNoCpu(CgroupVersion version) {
        try (RealCgroup group = RealCgroup.createOrSkip(version)) {
            group.limit(50_000);
            try (ReadingJvm jvm = ReadingJvm.startIn(group.folder())) {
                assertThat(jvm.read()).isEqualTo(reading(2, "limit 0.5 CPUs (" + group.limitFile() + ")"));

                group.limit(-1);
                assertThat(jvm.read()).startsWith(reading(cpus, "no limit"));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void theLimitOfAGroupAroundItHoldsToo(CgroupVersion version) {
        try (RealCgroup pod = RealCgroup.createOrSkip(version)) {
            pod.limit(250_000);
            RealCgroup container = pod.createChild("container");
            try (ReadingJvm jvm = ReadingJvm.startIn(container.folder())) {
                assertThat(jvm.read()).isEqualTo(reading(3, "limit 2.5 CPUs (" + pod.limitFile() + ")"));

                container.limit(120_000);
                assertThat(jvm.read()).isEqualTo(reading(2, "limit 1.2 CPUs (" + container.limitFile() + ")"));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aJvmThatIsMovedIsFollowed(CgroupVersion version) {
        try (RealCgroup pod = RealCgroup.createOrSkip(version)) {
            RealCgroup first = pod.createChild("first");
            RealCgroup second = pod.createChild("second");
            first.limit(150_000);
            second.limit(350_000);
            try (ReadingJvm jvm = ReadingJvm.startIn(first.folder())) {
                assertThat(jvm.read()).isEqualTo(reading(2, "limit 1.5 CPUs (" + first.limitFile() + ")"));

                second.enter(jvm);
                first.close();
                assertThat(jvm.read()).isEqualTo(reading(4, "limit 3.5 CPUs (" + second.limitFile() + ")"));
            }
        }
    }

    /** @param procs on a machine with CPUs enough */
    private String reading(int procs, String limit) {
        AvailableCpus available = new AvailableCpus(cpus, false, "affinity");
        return new DefaultProcs.Reading(Math.min(procs, cpus), available, CpuLimit.none(""))
                .toString()
                .replace(", no limit ()", ", " + limit);
    }
}
