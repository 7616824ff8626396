package dev.gmp.process;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Processes are a guest of the scheduler: they use what anybody may use. */
@AnalyzeClasses(packagesOf = ArchitectureTest.class, importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

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
    static final ArchRule theWordAndTheMailboxKnowNoProcess = noClasses()
            .that()
            .haveSimpleName("StateWord")
            .or()
            .haveSimpleName("Mailbox")
            .should()
            .dependOnClassesThat()
            .haveNameMatching(".*\\.(ControlBlock|Processes|Slice|Lifetime|Directory|RegisteredType)");
}
