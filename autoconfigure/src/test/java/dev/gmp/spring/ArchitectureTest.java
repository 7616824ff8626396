package dev.gmp.spring;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.List;

/** The rooms of the starter: each uses only rooms below it, the root package puts them together, and features stand on top. */
@AnalyzeClasses(packagesOf = ArchitectureTest.class, importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    private static final String ROOT = "dev.gmp.spring";

    /** What each room may use, bottom up. */
    private static final List<Room> ROOMS = List.of(
            new Room("config"),
            new Room("condition", "config"),
            new Room("bean", "config"),
            new Room("job"),
            new Room("lifecycle", "config", "bean", "job"),
            new Room("task", "config", "bean", "job", "lifecycle"),
            new Room("named", "config", "bean", "job", "lifecycle", "task"),
            new Room("standin", "config", "condition", "bean", "task"));

    private static final List<String> FEATURES = List.of(
            "cluster", "endpoint", "health", "incident", "info", "metrics", "page", "process", "span", "trace", "web");

    @ArchTest
    static final ArchRule packagesFormNoCycles =
            slices().assignedFrom(new EachPackage()).should().beFreeOfCycles();

    @ArchTest
    static final ArchRule eachRoomUsesOnlyRoomsBelowIt = layers();

    private static LayeredArchitecture layers() {
        LayeredArchitecture layers = layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .ensureAllClassesAreContainedInArchitecture()
                .layer("root")
                .definedBy(ROOT)
                .layer("features")
                .definedBy(FEATURES.stream().map(name -> ROOT + "." + name).toArray(String[]::new));
        for (Room room : ROOMS) {
            layers = layers.layer(room.name).definedBy(ROOT + "." + room.name);
        }
        for (Room room : ROOMS) {
            layers = room.uses.length == 0
                    ? layers.whereLayer(room.name).mayNotAccessAnyLayer()
                    : layers.whereLayer(room.name).mayOnlyAccessLayers(room.uses);
        }
        return layers.whereLayer("root")
                .mayOnlyBeAccessedByLayers("features")
                .whereLayer("features")
                .mayNotBeAccessedByAnyLayer();
    }

    private record Room(String name, String... uses) {}

    /** A slice for every package: a parent package is no part of its children, nor they of it. */
    private static final class EachPackage implements SliceAssignment {

        @Override
        public SliceIdentifier getIdentifierOf(JavaClass javaClass) {
            return javaClass.getPackageName().startsWith(ROOT)
                    ? SliceIdentifier.of(javaClass.getPackageName())
                    : SliceIdentifier.ignore();
        }

        @Override
        public String getDescription() {
            return "packages";
        }
    }
}
