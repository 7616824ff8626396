package dev.gmp.containers;

import java.util.Map;

/** What the sample runs its requests and searches on. */
enum Pools {
    BOOT("Boot's pools", Map.of("gmp.mode", "off")),
    GMP("gmp", Map.of()),
    GMP_UNPACED("gmp, `gmp.cpu-pacing.enabled=false`", Map.of("gmp.cpu-pacing.enabled", "false"));

    private final String title;
    private final Map<String, String> settings;

    Pools(String title, Map<String, String> settings) {
        this.title = title;
        this.settings = settings;
    }

    String title() {
        return title;
    }

    /** What it computes is compiled as in production. */
    SampleContainer container(double cpus) {
        SampleContainer container =
                new SampleContainer().withCpus(cpus).withEnv(SampleContainer.JVM_OPTIONS, "-XX:TieredStopAtLevel=4");
        settings.forEach(container::withSetting);
        return container;
    }
}
