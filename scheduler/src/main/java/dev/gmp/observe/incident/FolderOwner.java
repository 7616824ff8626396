package dev.gmp.observe.incident;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;

/** The user that a folder belongs to. Where all users may write, each of them may make a folder or a link of any name. */
final class FolderOwner {

    private FolderOwner() {}

    /**
     * Checks a folder that all users might have made.
     *
     * @param user of this process
     * @throws IOException if it is a link, belongs to another user, or others may write in it
     */
    static void require(Path folder, UserPrincipal user) throws IOException {
        Path parent = folder.toAbsolutePath().getParent();
        if (parent == null || !Files.getPosixFilePermissions(parent).contains(PosixFilePermission.OTHERS_WRITE)) {
            return;
        }
        PosixFileAttributes facts = Files.readAttributes(folder, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        boolean isOpen = facts.permissions().contains(PosixFilePermission.OTHERS_WRITE)
                || facts.permissions().contains(PosixFilePermission.GROUP_WRITE);
        if (!facts.isDirectory() || isOpen || !facts.owner().equals(user)) {
            throw new IOException(
                    "%s must be a folder of %s in which no other user may write, as all may write in %s; it is %s of %s, %s"
                            .formatted(
                                    folder,
                                    user.getName(),
                                    parent,
                                    facts.isDirectory() ? "one" : "a link",
                                    facts.owner().getName(),
                                    PosixFilePermissions.toString(facts.permissions())));
        }
    }
}
