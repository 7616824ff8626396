package dev.gmp.observe.incident;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.config.InvalidSettingException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Capsules on disk: what is listed, what is deleted, and which names are answered. */
class IncidentFolderTest {

    private static final Duration WEEK = Duration.ofDays(7);

    @TempDir
    private Path root;

    private Path path;
    private IncidentFolder folder;

    @BeforeEach
    void make() {
        path = root.resolve("a").resolve("incidents");
        folder = new IncidentFolder(path, 3, 1_000_000, WEEK);
    }

    @Test
    void aCapsuleIsListedWithItsCauseTimeAndSize() throws Exception {
        Instant before = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        IncidentFile file = folder.add(IncidentCause.HEALTH_DOWN, out -> out.write(new byte[17]));

        assertThat(folder.list()).containsExactly(file);
        assertThat(file.name()).matches("gmp-incident-\\d{8}T\\d{6}\\.\\d{3}Z-health-down-\\d+\\.zip");
        assertThat(file.cause()).isEqualTo(IncidentCause.HEALTH_DOWN);
        assertThat(file.bytes()).isEqualTo(17);
        assertThat(file.time()).isBetween(before, Instant.now());
    }

    @Test
    void onlyItsOwnerMayReadIt() throws Exception {
        IncidentFile file = folder.add(IncidentCause.STALL, out -> out.write(1));

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path.resolve(file.name()))))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                .isEqualTo("rwx------");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rwxrwxrwx", "rwxrwx---", "rwx----w-"})
    void besideOthersNothingIsWrittenWhereTheyMayWriteToo(String permissions) throws Exception {
        letAllWriteBesideIt();
        Files.createDirectory(path);
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));

        assertRefused("one of " + Files.getOwner(path).getName() + ", " + permissions);
        assertThat(path).isEmptyDirectory();

        Files.setPosixFilePermissions(path.getParent(), PosixFilePermissions.fromString("rwxrwxr-x"));
        assertThat(folder.add(IncidentCause.STALL, out -> out.write(1)).bytes()).isEqualTo(1);
    }

    @Test
    void besideOthersNothingIsWrittenWhereALinkLeads() throws Exception {
        letAllWriteBesideIt();
        Path target = Files.createDirectory(root.resolve("target"));
        Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwx------"));
        Files.createSymbolicLink(path, target);

        assertRefused("a link of ");
        assertThat(target).isEmptyDirectory();
    }

    @Test
    void besideOthersNoFolderAroundItMayBeALink() throws Exception {
        letAllWriteBesideIt();
        Path link = Files.createSymbolicLink(path, Files.createDirectory(root.resolve("target")));
        folder = new IncidentFolder(link.resolve("incidents"), 3, 1_000_000, WEEK);

        assertRefused(link + " must be a folder of ");
    }

    @Test
    void besideOthersAFolderMustBelongToTheUser() throws Exception {
        letAllWriteBesideIt();
        folder.create();

        FolderOwner.require(path, Files.getOwner(path));
        assertThatThrownBy(() -> FolderOwner.require(path, () -> "anna"))
                .hasMessageStartingWith(path + " must be a folder of anna");
    }

    private void letAllWriteBesideIt() throws IOException {
        Files.createDirectory(path.getParent());
        Files.setPosixFilePermissions(path.getParent(), PosixFilePermissions.fromString("rwxrwxrwx"));
    }

    private void assertRefused(String reason) {
        assertThatThrownBy(() -> folder.add(IncidentCause.STALL, out -> out.write(1)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void beyondTheNumberTheOldestAreDeleted() throws Exception {
        write("gmp-incident-%s-stall-1.zip".formatted(stamp(3)), 1);
        write("gmp-incident-%s-stall-2.zip".formatted(stamp(2)), 1);
        write("gmp-incident-%s-latency-3.zip".formatted(stamp(1)), 1);

        folder.add(IncidentCause.REQUESTED, out -> out.write(1));

        assertThat(folder.list())
                .extracting(IncidentFile::cause)
                .containsExactly(IncidentCause.REQUESTED, IncidentCause.LATENCY, IncidentCause.STALL);
        assertThat(path).isDirectoryNotContaining(file -> file.toString().endsWith("-stall-1.zip"));
    }

    /** Those that are there have times that come again. */
    @Test
    void afterTheClockWasSetBackANewOneIsKept() throws Exception {
        for (int hour = 1; hour <= 3; hour++) {
            write("gmp-incident-%s-stall-%d.zip".formatted(stamp(-hour), hour), 1);
        }

        IncidentFile file = folder.add(IncidentCause.REQUESTED, out -> out.write(1));

        assertThat(folder.list())
                .hasSize(3)
                .startsWith(file)
                .noneMatch(each -> each.name().endsWith("-stall-1.zip"));
    }

    @Test
    void beyondTheBytesTheOldestAreDeleted() throws Exception {
        write("gmp-incident-%s-stall-1.zip".formatted(stamp(2)), 1);
        write("gmp-incident-%s-latency-2.zip".formatted(stamp(1)), 500_000);

        folder.add(IncidentCause.REQUESTED, out -> out.write(new byte[500_000]));

        assertThat(folder.list())
                .extracting(IncidentFile::cause)
                .containsExactly(IncidentCause.REQUESTED, IncidentCause.LATENCY);
        assertThat(path.toFile().list()).hasSize(2);
    }

    @Test
    void theLatestIsKeptWhateverItsSize() throws Exception {
        folder.add(IncidentCause.REQUESTED, out -> out.write(new byte[1_000_001]));

        assertThat(folder.list()).hasSize(1);
    }

    @Test
    void whatIsTooOldIsDeleted() throws Exception {
        write("gmp-incident-%s-stall-1.zip".formatted(stamp(WEEK.toHours() + 1)), 1);
        write("gmp-incident-%s-stall-2.zip".formatted(stamp(WEEK.toHours() - 1)), 1);

        assertThat(folder.list())
                .singleElement()
                .extracting(IncidentFile::name)
                .asString()
                .endsWith("-2.zip");
        assertThat(path.toFile().list()).hasSize(1);
    }

    @Test
    void aCapsuleThatCannotBeWrittenLeavesNothing() throws Exception {
        assertThatThrownBy(() -> folder.add(IncidentCause.STALL, out -> {
                    out.write(new byte[100_000]);
                    throw new IOException("disk full");
                }))
                .isInstanceOf(IOException.class)
                .hasMessage("disk full");

        assertThat(path).isEmptyDirectory();
    }

    @Test
    void anUnfinishedCapsuleIsNotListedAndDeletedOnceItsJvmIsGone() throws Exception {
        folder.add(IncidentCause.STALL, out -> {
            out.write(1);
            out.flush();
            assertThat(folder.list()).isEmpty();
            assertThat(path.toFile().list()).hasSize(1);
        });
        Path left = write("gmp-incident-%s-stall-9.tmp".formatted(stamp(0)), 5);
        assertThat(folder.list()).hasSize(1);
        assertThat(left).exists();

        Files.setLastModifiedTime(left, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
        assertThat(folder.list()).hasSize(1);
        assertThat(left).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "..",
                "../secret.zip",
                "../gmp-incident-20261128T120000.000Z-stall-1.zip",
                "%2e%2e/secret.zip",
                "other.zip",
                "link",
                "gmp-incident-20261128T120000.000Z-stall-1.zip/../../secret.zip",
                "gmp-incident-20261128T120000.000Z-stall-7.zip"
            })
    void aNameThatIsNotListedIsRefused(String name) throws Exception {
        Path secret = Files.writeString(root.resolve("a-secret.zip"), "secret");
        folder.create();
        Files.writeString(path.resolveSibling("secret.zip"), "secret");
        Files.writeString(path.resolveSibling("gmp-incident-20261128T120000.000Z-stall-1.zip"), "secret");
        Files.writeString(path.resolve("other.zip"), "other");
        Files.createSymbolicLink(path.resolve("gmp-incident-20261128T120000.000Z-stall-7.zip"), secret);

        assertThat(folder.open(name)).isEmpty();
        assertThat(folder.open(name, "part")).isEmpty();
        assertThat(folder.delete(name)).isFalse();
        assertThat(folder.list()).isEmpty();
        assertThat(path.resolve("other.zip")).exists();
        assertThat(secret).exists();
    }

    @Test
    void aPartIsReadByItsName() throws Exception {
        IncidentFile file = addZip("a.txta.txta.txt", "b.txtb.txtb.txt");

        assertThat(text(folder.open(file.name(), "b.txt"))).isEqualTo("b.txtb.txtb.txt");
        assertThat(folder.open(file.name(), "c.txt")).isEmpty();
        assertThat(folder.delete(file.name())).isTrue();
        assertThat(folder.open(file.name())).isEmpty();
        assertThat(path).isEmptyDirectory();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "none", textBlock = """
            'time 1\\nscheduler orders of the night\\ncause stall\\n' | orders of the night
            'time 1\\ncause stall\\n'                                | none
            'time 1\\nscheduler \\n'                                 | none
            ''                                                     | none
            """)
    void itsFirstPartSaysWhichSchedulerItIsOf(String text, String scheduler) throws Exception {
        IncidentFile file = addZip(text.replace("\\n", "\n"), "scheduler other\n");

        assertThat(folder.schedulerOf(file)).isEqualTo(Optional.ofNullable(scheduler));
    }

    @Test
    void whatIsNoZipSaysNoScheduler() throws Exception {
        IncidentFile file = folder.add(IncidentCause.STALL, out -> out.write(new byte[100]));
        assertThat(folder.schedulerOf(file)).isEmpty();

        folder.delete(file.name());
        assertThat(folder.schedulerOf(file)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0    | 1000000      | P7D   | max-files must be between 1 and 1000, but was 0
            1001 | 1000000      | P7D   | max-files must be between 1 and 1000, but was 1001
            3    | 999999       | P7D   | max-size must be between 1000000 and 100000000000, but was 999999
            3    | 100000000001 | P7D   | max-size must be between 1000000 and 100000000000, but was 100000000001
            3    | 1000000      | PT59S | max-age must be between PT1M and PT8760H, but was PT59S
            3    | 1000000      | P366D | max-age must be between PT1M and PT8760H, but was PT8784H
            """)
    void limitsHaveRanges(int files, long bytes, Duration age, String message) {
        assertThatThrownBy(() -> new IncidentFolder(path, files, bytes, age))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessage(message);
    }

    private static String stamp(long hoursAgo) {
        Instant time = Instant.now().minus(Duration.ofHours(hoursAgo)).truncatedTo(ChronoUnit.SECONDS);
        return time.toString().replace("-", "").replace(":", "").replace("Z", ".000Z");
    }

    private Path write(String name, int bytes) throws IOException {
        folder.create();
        return Files.write(path.resolve(name), new byte[bytes]);
    }

    /** With the parts {@code a.txt} and {@code b.txt}. */
    private IncidentFile addZip(String a, String b) throws IOException {
        return folder.add(IncidentCause.STALL, out -> {
            ZipOutputStream zip = new ZipOutputStream(out);
            for (String[] part : new String[][] {{"a.txt", a}, {"b.txt", b}}) {
                zip.putNextEntry(new ZipEntry(part[0]));
                zip.write(part[1].getBytes(StandardCharsets.UTF_8));
                zip.closeEntry();
            }
            zip.finish();
        });
    }

    private static String text(Optional<InputStream> in) throws IOException {
        try (InputStream opened = in.orElseThrow()) {
            return new String(opened.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
