package dev.gmp.config.cpu;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Files of a real kernel (Linux 6.1), put below a folder, where a test can change them.
 *
 * <p>The {@code .tree} files were written by a shell script in a virtual machine, from within the group that they are
 * about: after a line {@code === path} comes what that file held. Lines before the first of them are a comment.
 */
final class CapturedTree {

    private static final String HEADER = "=== ";

    private final Path folder;

    private CapturedTree(Path folder) {
        this.folder = folder;
    }

    static CapturedTree unpack(String name, Path folder) {
        CapturedTree tree = new CapturedTree(folder);
        String path = null;
        StringBuilder content = new StringBuilder();
        for (String line : resource(name + ".tree").concat(HEADER).lines().toList()) {
            if (line.startsWith(HEADER.strip())) {
                if (path != null) {
                    tree.write(path, content.toString());
                }
                path = line.length() > HEADER.length() ? line.substring(HEADER.length()) : null;
                content.setLength(0);
            } else {
                content.append(line).append('\n');
            }
        }
        return tree;
    }

    /** Without any file. */
    static CapturedTree empty(Path folder) {
        return new CapturedTree(folder);
    }

    SystemFiles files() {
        return new SystemFiles(folder);
    }

    CapturedTree write(String path, String content) {
        return write(path, content.getBytes(StandardCharsets.UTF_8));
    }

    CapturedTree write(String path, byte[] content) {
        try {
            Files.createDirectories(locate(path).getParent());
            // Some file systems write to the disk at once what replaces the content of a file.
            Files.deleteIfExists(locate(path));
            Files.write(locate(path), content);
            return this;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Changes what a file holds, as the kernel does: a process that has it open reads that. */
    CapturedTree change(String path, String content) {
        try {
            Files.writeString(locate(path), content);
            return this;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    CapturedTree createFolder(String path) {
        try {
            Files.createDirectories(locate(path));
            return this;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** A folder in place of the file: reading it fails, for root too. */
    CapturedTree makeUnreadable(String path) {
        return delete(path).createFolder(path);
    }

    /** With all below it. */
    CapturedTree delete(String path) {
        try (Stream<Path> found = Files.walk(locate(path))) {
            List<Path> deepestFirst = found.sorted(Comparator.reverseOrder()).toList();
            for (Path each : deepestFirst) {
                Files.delete(each);
            }
            return this;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    String text(String path) {
        try {
            return Files.readString(locate(path));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private Path locate(String path) {
        return folder.resolve(path.substring(1));
    }

    private static String resource(String name) {
        try (InputStream in = CapturedTree.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
