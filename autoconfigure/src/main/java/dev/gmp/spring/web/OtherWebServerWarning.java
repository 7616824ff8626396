package dev.gmp.spring.web;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.boot.web.server.WebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.util.ClassUtils;

/** Says so where {@code gmp.web.enabled} is set in vain: beside a server that is neither Tomcat nor Jetty. */
final class OtherWebServerWarning implements WebServerFactoryCustomizer<WebServerFactory> {

    private static final Log LOG = LogFactory.getLog(OtherWebServerWarning.class);

    @Override
    public void customize(WebServerFactory factory) {
        if (!is(factory, "org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory")
                && !is(factory, "org.springframework.boot.jetty.ConfigurableJettyWebServerFactory")) {
            LOG.warn("gmp.web.enabled=true has no effect on "
                    + factory.getClass().getSimpleName() + ": only Tomcat and Jetty serve requests on goroutines");
        }
    }

    private static boolean is(WebServerFactory factory, String type) {
        ClassLoader loader = factory.getClass().getClassLoader();
        return ClassUtils.isPresent(type, loader)
                && ClassUtils.resolveClassName(type, loader).isInstance(factory);
    }
}
