package dev.gmp.spring.it;

import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.test.web.servlet.client.RestTestClient;

/** The JDK's client. Jetty's, which Spring would choose here, gives an answer ten seconds: too few on a busy machine. */
public final class PatientClient {

    private PatientClient() {}

    public static RestTestClient of(int port) {
        return RestTestClient.bindToServer(new JdkClientHttpRequestFactory())
                .baseUrl("http://127.0.0.1:" + port)
                .build();
    }
}
