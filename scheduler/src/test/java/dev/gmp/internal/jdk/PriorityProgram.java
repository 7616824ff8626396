package dev.gmp.internal.jdk;

/** Says what this JVM offers; fails if what it offers does not work. */
final class PriorityProgram {
    private PriorityProgram() {}

    public static void main(String[] args) {
        System.out.println(KernelPriority.available() ? "available" : "reason: " + KernelPriority.reason());
        int before = KernelPriority.current();
        require(
                KernelPriority.available() || KernelPriority.tryLowering(before + 3) == KernelPriority.Trial.REFUSES,
                "lowers nothing unless available");
        boolean lowered = KernelPriority.set(0, before + 3);
        require(lowered == KernelPriority.available(), "lowered if available");
        require(KernelPriority.current() == (lowered ? before + 3 : 0), "lowered by three");
    }

    private static void require(boolean condition, String what) {
        if (!condition) {
            throw new AssertionError("not so: " + what);
        }
    }
}
