package dev.gmp.sample.source;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A folder with all below it. It may be a symbolic link itself; those below it are not followed, so that no cycle and no foreign
 * tree comes in.
 */
final class FolderSource implements Source {

    private final Path root;
    private final Set<String> excludedFolders;
    private volatile boolean closed;

    FolderSource(Path root, Set<String> excludedFolders) {
        this.root = root;
        this.excludedFolders = excludedFolders;
    }

    @Override
    public Path location() {
        return root;
    }

    @Override
    public List<String> files() throws IOException {
        List<String> files = new ArrayList<>();
        Path top = root.toRealPath();
        Files.walkFileTree(top, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                boolean excluded =
                        !folder.equals(top) && excludedFolders.contains(String.valueOf(folder.getFileName()));
                return excluded ? FileVisitResult.SKIP_SUBTREE : goOn();
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (attributes.isRegularFile()) {
                    files.add(nameOf(file, top));
                }
                return goOn();
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException reason) throws IOException {
                if (file.equals(top)) {
                    throw reason;
                }
                files.add(nameOf(file, top));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, IOException reason) {
                return FileVisitResult.CONTINUE;
            }
        });
        return files;
    }

    @Override
    public InputStream open(String file) throws IOException {
        return Files.newInputStream(root.resolve(file));
    }

    @Override
    public void close() {
        closed = true;
    }

    private FileVisitResult goOn() {
        return closed ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
    }

    private static String nameOf(Path file, Path top) {
        return top.relativize(file).toString().replace(File.separatorChar, '/');
    }
}
