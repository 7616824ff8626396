package dev.gmp.observe.incident;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import org.jspecify.annotations.Nullable;

/** The user that a folder belongs to. Where all users may write, each of them may make a folder or a link of any name. */
final class FolderOwner {

    private FolderOwner() {}

    /**
     * Checks a folder that all users might have made, and each folder around it.
     *
     * @param user of this process
     * @throws IOException if one of them, beside which all users may write, is a link or belongs to another user than this one
     *     or the system's. The folder itself must belong to this one, and no other may write in it
     */
    static void require(Path folder, UserPrincipal user) throws IOException {
        Path whole = folder.toAbsolutePath().normalize();
        UserPrincipal system = Files.getOwner(whole.getRoot());
        Path parent = whole.getParent();
        for (Path each = whole; parent != null; each = parent, parent = each.getParent()) {
            if (Files.getPosixFilePermissions(parent).contains(PosixFilePermission.OTHERS_WRITE)) {
                requireOwn(each, user, each == whole ? null : system);
            }
        }
    }

    /** @param other the user that it may belong to as well; others may write in it then. Null for none */
    private static void requireOwn(Path folder, UserPrincipal user, @Nullable UserPrincipal other) throws IOException {
        PosixFileAttributes facts = Files.readAttributes(folder, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        boolean isSafe = facts.owner().equals(user)
                ? other != null || !isOpen(facts)
                : facts.owner().equals(other);
        if (facts.isDirectory() && isSafe) {
            return;
        }
        throw new IOException("%s must be a folder of %s%s, as all users may write in %s; it is %s of %s, %s"
                .formatted(
                        folder,
                        user.getName(),
                        other == null ? " in which no other may write" : " or of " + other.getName(),
                        folder.getParent(),
                        facts.isDirectory() ? "one" : "a link",
                        facts.owner().getName(),
                        PosixFilePermissions.toString(facts.permissions())));
    }

    private static boolean isOpen(PosixFileAttributes facts) {
        return facts.permissions().contains(PosixFilePermission.OTHERS_WRITE)
                || facts.permissions().contains(PosixFilePermission.GROUP_WRITE);
    }
}
