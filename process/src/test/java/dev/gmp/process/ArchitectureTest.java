package dev.gmp.process;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import dev.gmp.process.internal.ProcessRuntime;
import java.util.Arrays;

/** Processes are a guest of the scheduler: they use its public types only. Inside, each room knows only rooms below it. */
@AnalyzeClasses(packagesOf = ArchitectureTest.class, importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    private static final String PUBLIC = "dev.gmp.process";
    private static final String INTERNAL = "dev.gmp.process.internal..";

    /** From the bottom to the top. */
    private static final String[] ROOMS = {
        "dev.gmp.process.internal.mailbox..",
        "dev.gmp.process.internal.controlblock..",
        "dev.gmp.process.internal.registry..",
        "dev.gmp.process.internal.lifetime..",
        "dev.gmp.process.internal.delivery..",
        "dev.gmp.process.internal.command..",
        "dev.gmp.process.internal.step..",
        "dev.gmp.process.internal"
    };

    @ArchTest
    static final ArchRule theyNeedTheSchedulerAndTheJdkOnly = classes()
            .that()
            .resideInAPackage("dev.gmp.process..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "dev.gmp",
                    "dev.gmp.config",
                    "dev.gmp.observe",
                    "dev.gmp.process..",
                    "java..",
                    "org.jspecify..",
                    "com.google.errorprone..");

    @ArchTest
    static final ArchRule eachRoomKnowsOnlyRoomsBelowIt = eachRoomKnowsOnlyRoomsBelowIt();

    @ArchTest
    static final ArchRule everyInternalClassHasARoom =
            classes().that().resideInAPackage(INTERNAL).should().resideInAnyPackage(ROOMS);

    @ArchTest
    static final ArchRule theWordAndTheMailboxKnowNoProcess = noClasses()
            .that()
            .resideInAPackage(ROOMS[0])
            .should()
            .dependOnClassesThat()
            .haveNameMatching(".*\\.(ControlBlock|Processes|StepLoop|Lifetime|Directory|RegisteredType)");

    @ArchTest
    static final ArchRule onlyTheBuilderKnowsTheInternals = noClasses()
            .that()
            .resideInAPackage(PUBLIC)
            .and()
            .doNotBelongToAnyOf(ProcessesBuilder.class)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(INTERNAL);

    @ArchTest
    static final ArchRule noInternalClassKnowsTheBuilder = noClasses()
            .that()
            .resideInAPackage(INTERNAL)
            .should()
            .dependOnClassesThat()
            .belongToAnyOf(ProcessesBuilder.class);

    @ArchTest
    static final ArchRule onlyTheBuilderMakesARuntime = noClasses()
            .that()
            .doNotBelongToAnyOf(ProcessesBuilder.class, ProcessRuntime.class)
            .should()
            .dependOnClassesThat()
            .belongToAnyOf(ProcessRuntime.class);

    /** But for the way in: {@link Processes#builder}, by which an interface names what makes its implementation. */
    @ArchTest
    static final ArchRule noCycleOfTypesSpansMoreThanThree =
            classes().should(new SmallTypeCycles(3).apartFrom(Processes.class, ProcessesBuilder.class));

    private static ArchRule eachRoomKnowsOnlyRoomsBelowIt() {
        CompositeArchRule all = null;
        for (int i = 0; i < ROOMS.length - 1; i++) {
            ArchRule one = noClasses()
                    .that()
                    .resideInAPackage(ROOMS[i])
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(Arrays.copyOfRange(ROOMS, i + 1, ROOMS.length));
            all = all == null ? CompositeArchRule.of(one) : all.and(one);
        }
        return all;
    }
}
