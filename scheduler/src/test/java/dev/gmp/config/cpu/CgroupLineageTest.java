package dev.gmp.config.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CgroupLineageTest {

    private static final CgroupMount WHOLE = new CgroupMount(CgroupVersion.V2, "/", "/c");
    private static final CgroupMount PART = new CgroupMount(CgroupVersion.V2, "/docker/1f", "/c");

    @TempDir
    private Path folder;

    @Test
    void itLeadsFromTheOwnGroupToTheMountPoint() {
        createFolder("/c/a/b");

        assertThat(find("/a/b", WHOLE)).isEqualTo(exact("/c/a/b", "/c/a", "/c"));
        assertThat(find("/", WHOLE)).isEqualTo(exact("/c"));
    }

    @Test
    void aMountOfTheOtherVersionIsPassedOver() {
        createFolder("/unified/a");
        createFolder("/c/a");
        CgroupMount other = new CgroupMount(CgroupVersion.V1, "/", "/unified");

        assertThat(find("/a", other, WHOLE)).isEqualTo(exact("/c/a", "/c"));
        assertThat(find("/a", other)).isNull();
    }

    @Test
    void aMountThatDoesNotShowTheGroupIsPassedOver() {
        createFolder("/host/docker/1f");
        createFolder("/c/b");
        CgroupMount host = new CgroupMount(CgroupVersion.V2, "/", "/host");

        assertThat(find("/docker/1f", WHOLE, host)).isEqualTo(exact("/host/docker/1f", "/host/docker", "/host"));
        assertThat(find("/docker/1f", new CgroupMount(CgroupVersion.V2, "/docker/2e", "/c"), host))
                .isEqualTo(exact("/host/docker/1f", "/host/docker", "/host"));
    }

    @Test
    void aMountPointThatIsNotThereIsPassedOver() {
        createFolder("/c");
        CgroupMount hidden = new CgroupMount(CgroupVersion.V2, "/", "/hidden");

        assertThat(find("/gone", hidden)).isNull();
        assertThat(find("/gone", hidden, WHOLE)).isEqualTo(guessed("/c"));
    }

    @Test
    void ofAGroupThatIsNotBelowTheMountTheLongestEndOfItsPathIsTaken() {
        createFolder("/c/b/worker");
        createFolder("/c/worker");

        assertThat(find("/docker/2e/b/worker", PART)).isEqualTo(guessed("/c/b/worker", "/c/b", "/c"));
        assertThat(find("/docker/2e/x/worker", PART)).isEqualTo(guessed("/c/worker", "/c"));
        assertThat(find("/docker/2e", PART)).isEqualTo(guessed("/c"));
        assertThat(find("/", PART)).isEqualTo(guessed("/c"));
    }

    @Test
    void noPathLeadsOutOfTheMount() {
        createFolder("/c/other");
        createFolder("/other");

        assertThat(find("/../other", WHOLE)).isEqualTo(guessed("/c"));
        assertThat(find("/docker/1f/../../../other", PART)).isEqualTo(guessed("/c"));
    }

    @Test
    void itExistsAsLongAsTheOwnGroupDoes() {
        createFolder("/c/a/b");
        CgroupLineage lineage = find("/a/b", WHOLE);
        assertThat(lineage.exists(files())).isTrue();

        CapturedTree.empty(folder).delete("/c/a/b");

        assertThat(lineage.exists(files())).isFalse();
    }

    private CgroupLineage find(String path, CgroupMount... mounts) {
        return CgroupLineage.find(new CgroupMembership(CgroupVersion.V2, path), List.of(mounts), files());
    }

    private static CgroupLineage exact(String... groups) {
        return new CgroupLineage(CgroupVersion.V2, List.of(groups), true);
    }

    private static CgroupLineage guessed(String... groups) {
        return new CgroupLineage(CgroupVersion.V2, List.of(groups), false);
    }

    private void createFolder(String path) {
        CapturedTree.empty(folder).createFolder(path);
    }

    private SystemFiles files() {
        return new SystemFiles(folder);
    }
}
