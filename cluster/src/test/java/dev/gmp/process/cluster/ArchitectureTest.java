package dev.gmp.process.cluster;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import java.util.Arrays;
import java.util.stream.IntStream;

/** The cluster is a guest of processes. Pekko is behind the packages node and data. Each package knows only those below it. */
@AnalyzeClasses(packagesOf = ArchitectureTest.class, importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    private static final String PUBLIC = "dev.gmp.process.cluster";
    private static final String INTERNAL = "dev.gmp.process.cluster.internal..";

    /** From the bottom to the top. */
    private static final String[] ROOMS = {
        "dev.gmp.process.cluster.internal.wire..",
        "dev.gmp.process.cluster.internal.engine..",
        "dev.gmp.process.cluster.internal.data..",
        "dev.gmp.process.cluster.internal.node.."
    };

    @ArchTest
    static final ArchRule pekkoStaysBehindTheFabric = noClasses()
            .that()
            .resideInAnyPackage(PUBLIC, ROOMS[0], ROOMS[1])
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.apache.pekko..", "scala..", "com.typesafe..");

    @ArchTest
    static final ArchRule theInternalsOfProcessesAndTheSchedulerAreUnknown = noClasses()
            .that()
            .resideInAPackage("dev.gmp.process.cluster..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.gmp.internal..", "dev.gmp.process.internal..");

    @ArchTest
    static final ArchRule eachRoomKnowsOnlyRoomsBelowIt = eachRoomKnowsOnlyRoomsBelowIt();

    @ArchTest
    static final ArchRule everyInternalClassHasARoom =
            classes().that().resideInAPackage(INTERNAL).should().resideInAnyPackage(ROOMS);

    @ArchTest
    static final ArchRule noInternalClassKnowsTheBuilder = noClasses()
            .that()
            .resideInAPackage(INTERNAL)
            .should()
            .dependOnClassesThat()
            .belongToAnyOf(ClusterBuilder.class);

    private static ArchRule eachRoomKnowsOnlyRoomsBelowIt() {
        return CompositeArchRule.of(IntStream.range(0, ROOMS.length - 1)
                .mapToObj(room -> (ArchRule) noClasses()
                        .that()
                        .resideInAPackage(ROOMS[room])
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(Arrays.copyOfRange(ROOMS, room + 1, ROOMS.length)))
                .toList());
    }
}
