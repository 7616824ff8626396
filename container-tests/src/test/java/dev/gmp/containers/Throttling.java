package dev.gmp.containers;

/**
 * What a server has suffered from its quota under a load.
 *
 * @param searches how many it has answered
 * @param nanos in how long
 * @param cpu what the kernel has counted meanwhile
 */
record Throttling(double cpus, Load load, Pools pools, int searches, long nanos, CpuFigures cpu) {

    /** The loads, each the same for all servers. */
    enum Load {
        BURSTS("two searches at a time, 40 % of the quota"),
        SATURATION("eight searches at any time");

        private final String title;

        Load(String title) {
            this.title = title;
        }

        String title() {
            return title;
        }
    }

    Throttling plus(Throttling other) {
        return new Throttling(cpus, load, pools, searches + other.searches, nanos + other.nanos, cpu.plus(other.cpu));
    }
}
