package dev.gmp.sample.source;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
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

    private final Path location;

    /** Found once, so that what is read is what may be read, wherever the link leads later. */
    private final Path top;

    private final Set<String> excludedFolders;
    private volatile boolean closed;

    FolderSource(Path location, Path real, Set<String> excludedFolders) {
        this.location = location;
        this.top = real;
        this.excludedFolders = excludedFolders;
    }

    @Override
    public Path location() {
        return location;
    }

    @Override
    public List<String> files(int most) throws IOException {
        List<String> files = new ArrayList<>();
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
                    files.add(nameOf(file));
                }
                return goOn();
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException reason) throws IOException {
                if (file.equals(top)) {
                    throw reason;
                }
                files.add(nameOf(file));
                return goOn();
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, IOException reason) {
                return goOn();
            }

            private FileVisitResult goOn() {
                return closed || files.size() >= most ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
            }
        });
        return files;
    }

    @Override
    public InputStream open(String file) throws IOException {
        return Files.newInputStream(top.resolve(file), LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public void close() {
        closed = true;
    }

    private String nameOf(Path file) {
        return top.relativize(file).toString().replace(File.separatorChar, '/');
    }
}
