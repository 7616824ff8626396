package dev.gmp.sample.source;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** A zip or jar. Entries are read where they stand; nothing is unpacked to disk. */
final class ArchiveSource implements Source {

    private final Path location;
    private final ZipFile zip;

    /** Opens the archive, with the reason in the exception's message where it is none. */
    ArchiveSource(Path location, Path real) throws IOException {
        this.location = location;
        this.zip = new ZipFile(real.toFile());
    }

    @Override
    public Path location() {
        return location;
    }

    @Override
    public List<String> files(int most) {
        return zip.stream()
                .filter(entry -> !entry.isDirectory())
                .map(ZipEntry::getName)
                .distinct()
                .limit(most)
                .toList();
    }

    @Override
    public InputStream open(String file) throws IOException {
        ZipEntry entry = zip.getEntry(file);
        InputStream content = entry == null ? null : zip.getInputStream(entry);
        if (content == null) {
            throw new FileNotFoundException("no entry " + file);
        }
        return content;
    }

    @Override
    public void close() throws IOException {
        zip.close();
    }
}
