package dev.gmp.sample.source;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;

/** A folder, zip or jar that is open for reading. Safe to use from several threads at once until it is closed. */
public interface Source extends Closeable {

    /** The absolute path of the folder or archive. */
    Path location();

    /**
     * Lists the files, each once, in no particular order. Files that cannot be looked at are listed too: opening them
     * tells why. Closed meanwhile, a folder ends its list early.
     *
     * @param most the list ends with so many
     * @return paths inside the source, with {@code /} between the parts
     */
    List<String> files(int most) throws IOException;

    /** Opens a file that {@link #files} has listed. */
    InputStream open(String file) throws IOException;
}
