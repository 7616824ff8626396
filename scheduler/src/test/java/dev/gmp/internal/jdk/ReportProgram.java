package dev.gmp.internal.jdk;

import java.util.List;

/** Says what this JVM offers; fails if a part that has to work everywhere does not. */
final class ReportProgram {
    private ReportProgram() {}

    public static void main(String[] args) {
        System.out.println(VirtualThreads.available() ? "available" : "reason: " + VirtualThreads.reason());

        Pollers.initialise();
        require(CarrierThreads.current() == Thread.currentThread(), "a platform thread is its own carrier");
        require(!VirtualThreads.isVirtual(Thread.currentThread()), "main is a platform thread");
        require(VirtualThreads.threadOf(() -> {}) == null, "no continuation");
        if (VirtualThreads.available()) {
            require(runsOne(), "a thread ran");
        } else {
            require(throwsTheReason(), "an unavailable factory says why");
        }
        if (List.of(args).contains("image")) {
            require(!HiddenExecutor.isAvailable(), "no class is made");
            require(!ThreadLocals.canDisinherit(), "no field of a thread is looked at");
            require(!KernelPriority.available(), "no function of C is looked for");
            require(KernelPriority.reason().contains("native image"), "and it says why");
        }
    }

    private static boolean runsOne() {
        HandDrivenScheduler scheduler = new HandDrivenScheduler();
        boolean[] ran = new boolean[1];
        scheduler.start(() -> ran[0] = true);
        scheduler.runNext();
        return ran[0];
    }

    private static boolean throwsTheReason() {
        try {
            VirtualThreads.newThread(Runnable::run, null, false, () -> {});
            return false;
        } catch (IllegalStateException e) {
            return VirtualThreads.reason().equals(e.getMessage());
        }
    }

    private static void require(boolean condition, String what) {
        if (!condition) {
            throw new AssertionError("not so: " + what);
        }
    }
}
