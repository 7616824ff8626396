package dev.gmp.spring.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Member;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.catalina.util.ServerInfo;
import org.apache.coyote.AbstractProcessor;
import org.apache.coyote.AbstractProcessorLight;
import org.apache.coyote.AbstractProtocol;
import org.apache.coyote.ErrorState;
import org.apache.coyote.Processor;
import org.apache.coyote.Request;
import org.apache.coyote.RequestInfo;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.coyote.http11.Http11Processor;
import org.apache.tomcat.util.modeler.Registry;
import org.apache.tomcat.util.net.AbstractEndpoint;
import org.apache.tomcat.util.net.SocketEvent;
import org.junit.jupiter.api.Test;

/**
 * What {@link StayingHttp11Protocol} and its processor take from inside Tomcat, which promises none of it from release to release.
 * How these behave is held by tests on a server: {@code StayingConnectionsTests} (a processor that has answered and finds no request
 * returns OPEN, and may be asked to serve again), {@code AbandonedRequestsTests} and {@code RequestMBeansTests}.
 */
class TomcatInternalsTests {

    /** What is called, read or extended, by the class that declares it. */
    private static final Map<Class<?>, Set<String>> USED = Map.ofEntries(
            Map.entry(Http11NioProtocol.class, Set.of("<init>")),
            Map.entry(AbstractHttp11Protocol.class, Set.of("getEndpoint")),
            Map.entry(AbstractProtocol.class, Set.of("getAdapter", "getDomain", "setHandler")),
            Map.entry(connectionHandler(), Set.of("<init>", "getGlobal", "getProtocol", "register")),
            Map.entry(AbstractEndpoint.class, Set.of("setHandler")),
            Map.entry(AbstractEndpoint.Handler.SocketState.class, Set.of("OPEN", "CLOSED")),
            Map.entry(SocketEvent.class, Set.of("ERROR")),
            Map.entry(Http11Processor.class, Set.of("<init>", "service")),
            Map.entry(AbstractProcessor.class, Set.of("dispatch", "getErrorState", "isAsync", "request")),
            Map.entry(ErrorState.class, Set.of("isIoAllowed")),
            Map.entry(Processor.class, Set.of("getRequest")),
            Map.entry(Request.class, Set.of("getRequestProcessor")),
            Map.entry(
                    RequestInfo.class,
                    Set.of(
                            "getRequestCount",
                            "setRequestCount",
                            "getErrorCount",
                            "setErrorCount",
                            "getProcessingTime",
                            "setProcessingTime",
                            "getBytesReceived",
                            "setBytesReceived",
                            "getBytesSent",
                            "setBytesSent",
                            "setGlobalProcessor")),
            Map.entry(Registry.class, Set.of("getRegistry")));

    /** What Tomcat calls and gmp overrides, and what would no longer happen if Tomcat called something else. */
    private static final Map<String, String> OVERRIDDEN = Map.of(
            "createProcessor", "connections would not stay on their goroutines",
            "service", "connections would not stay, and abandoned asynchronous requests would never end",
            "register", "each connection would keep the name of an MBean that is not there");

    private static final String ADVICE = "Tomcat " + ServerInfo.getServerNumber()
            + " is not as StayingHttp11Protocol needs it; read its new sources";

    private static final List<Class<?>> OURS = List.of(
            StayingHttp11Protocol.class,
            StayingHttp11Protocol.class.getDeclaredClasses()[0],
            StayingHttp11Processor.class);

    private static final List<Class<?>> EXTENDED = List.of(
            AbstractHttp11Protocol.class, AbstractProtocol.class, connectionHandler(), AbstractProcessorLight.class);

    /** Of classes that are not imported, no members are known. */
    private static final JavaClasses IMPORTED = new ClassFileImporter()
            .importClasses(Stream.of(OURS, EXTENDED, USED.keySet())
                    .flatMap(Collection::stream)
                    .toList());

    @Test
    void eachMemberThatIsUsedStandsInTheTable() {
        assertThat(used().map(member -> owner(member) + "." + name(member)).distinct())
                .as(ADVICE)
                .containsExactlyInAnyOrderElementsOf(USED.entrySet().stream()
                        .flatMap(entry -> entry.getValue().stream()
                                .map(name -> entry.getKey().getName() + "." + name))
                        .toList());
    }

    @Test
    void noneIsDeprecated() {
        assertThat(used())
                .as("%s: what is deprecated goes next", ADVICE)
                .noneMatch(member -> ((AnnotatedElement) member).isAnnotationPresent(Deprecated.class));
    }

    /** An override that is not called is no error for the compiler. */
    @Test
    void whatIsOverriddenIsCalledByTomcat() {
        OVERRIDDEN.forEach((name, otherwise) -> assertThat(callers(name))
                .as("%s: nothing there calls %s any more, so %s", ADVICE, name, otherwise)
                .isNotEmpty());
    }

    private static List<String> callers(String name) {
        return EXTENDED.stream()
                .map(IMPORTED::get)
                .flatMap(extendedClass -> extendedClass.getMethodCallsFromSelf().stream())
                .filter(call -> call.getName().equals(name))
                .map(JavaAccess::getDescription)
                .toList();
    }

    private static Class<?> connectionHandler() {
        return Arrays.stream(AbstractProtocol.class.getDeclaredClasses())
                .filter(inner -> inner.getSimpleName().equals("ConnectionHandler"))
                .findAny()
                .orElseThrow(() -> new AssertionError(ADVICE + ": AbstractProtocol has no ConnectionHandler"));
    }

    /** Whatever our classes call or read of Tomcat. */
    private Stream<Member> used() {
        return OURS.stream()
                .map(IMPORTED::get)
                .flatMap(ourClass -> ourClass.getAccessesFromSelf().stream())
                .filter(access -> ofTomcatOrOurs(access.getTargetOwner().getName()))
                .map(TomcatInternalsTests::declared)
                .filter(member -> owner(member).startsWith("org.apache."));
    }

    /** What is called on our classes may be inherited from Tomcat's. */
    private static boolean ofTomcatOrOurs(String className) {
        return className.startsWith("org.apache.")
                || OURS.stream().anyMatch(ourClass -> ourClass.getName().equals(className));
    }

    private static Member declared(JavaAccess<?> access) {
        return (Member) access.getTarget()
                .resolveMember()
                .orElseThrow(() -> new AssertionError(ADVICE + ": " + access.getDescription()))
                .reflect();
    }

    private static String owner(Member member) {
        return member.getDeclaringClass().getName();
    }

    private static String name(Member member) {
        return member instanceof Constructor ? "<init>" : member.getName();
    }
}
