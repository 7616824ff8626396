package dev.gmp.sample;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Ports for servers that tests start. */
public final class Ports {

    private Ports() {}

    /** None that Linux gives to other sockets by itself meanwhile: those begin at 32,768. */
    public static int free() {
        while (true) {
            try (ServerSocket socket =
                    new ServerSocket(ThreadLocalRandom.current().nextInt(20_000, 30_000))) {
                return socket.getLocalPort();
            } catch (IOException taken) {
                // the next one may be free
            }
        }
    }
}
