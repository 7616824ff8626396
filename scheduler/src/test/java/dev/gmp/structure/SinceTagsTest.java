package dev.gmp.structure;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.doctree.DocCommentTree;
import com.sun.source.doctree.SinceTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/**
 * The Javadoc of each public type says since which version it is there. A member without a tag is as old as its type; one
 * with a tag is younger.
 */
class SinceTagsTest {

    private static final List<Path> SOURCES =
            List.of(Path.of("src", "main", "java"), Path.of("..", "process", "src", "main", "java"));

    private final List<String> faults = new ArrayList<>();
    private int types;

    @Test
    void everyPublicTypeSaysSinceWhenAndAMemberOnlyWhereItIsYounger() throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask)
                    compiler.getTask(null, files, null, null, null, files.getJavaFileObjectsFromPaths(publicSources()));
            DocTrees comments = DocTrees.instance(task);
            for (CompilationUnitTree unit : task.parse()) {
                for (Tree tree : unit.getTypeDecls()) {
                    if (tree instanceof ClassTree type && isPublic(type, false)) {
                        check(comments, new TreePath(new TreePath(unit), type), type);
                    }
                }
            }
        }

        assertThat(types).isGreaterThan(50);
        assertThat(faults).isEmpty();
    }

    private static List<Path> publicSources() throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path folder : SOURCES) {
            try (Stream<Path> files = Files.walk(folder)) {
                files.filter(file -> file.toString().endsWith(".java")
                                && !file.toString().contains("internal"))
                        .forEach(found::add);
            }
        }
        return found;
    }

    private void check(DocTrees comments, TreePath place, ClassTree type) {
        types++;
        String own = since(comments, place).orElse("");
        if (!own.matches("\\d+\\.\\d+(\\.\\d+)?")) {
            faults.add(type.getSimpleName() + " has no version");
        }
        for (Tree member : type.getMembers()) {
            TreePath path = new TreePath(place, member);
            if (member instanceof ClassTree nested) {
                if (isPublic(nested, type.getKind() == Tree.Kind.INTERFACE)) {
                    check(comments, path, nested);
                }
            } else if (since(comments, path).filter(own::equals).isPresent()) {
                faults.add(type.getSimpleName() + " has a member that repeats its version: " + member);
            }
        }
    }

    private static boolean isPublic(ClassTree type, boolean inInterface) {
        return inInterface
                || type.getModifiers().getFlags().contains(Modifier.PUBLIC)
                || type.getModifiers().getFlags().contains(Modifier.PROTECTED);
    }

    private static Optional<String> since(DocTrees comments, TreePath place) {
        DocCommentTree comment = comments.getDocCommentTree(place);
        return comment == null
                ? Optional.empty()
                : comment.getBlockTags().stream()
                        .filter(SinceTree.class::isInstance)
                        .map(tag -> ((SinceTree) tag).getBody().toString())
                        .findFirst();
    }
}
