package dev.gmp.faults.jvm;

import dev.gmp.GmpScheduler;
import dev.gmp.IncidentCapsule;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.zip.ZipFile;

/** Writes a capsule where a goroutine profile may need more than the whole heap. */
public final class CapsuleInSmallHeap {

    private CapsuleInSmallHeap() {}

    public static void main(String[] args) throws Exception {
        try (GmpScheduler scheduler = GmpScheduler.builder().maxProcs(1).build()) {
            Path file = IncidentCapsule.write(scheduler, Path.of(args[0]), IncidentCapsule.LEAST_BYTES);
            try (ZipFile zip = new ZipFile(file.toFile())) {
                System.out.println("incident.txt " + text(zip, "incident.txt").contains("cause requested"));
                System.out.println(
                        "goroutines.txt " + text(zip, "goroutines.txt").split(",")[0]);
            }
        }
    }

    private static String text(ZipFile zip, String part) throws IOException {
        return new String(zip.getInputStream(zip.getEntry(part)).readAllBytes(), StandardCharsets.UTF_8);
    }
}
