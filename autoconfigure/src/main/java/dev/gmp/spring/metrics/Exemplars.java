package dev.gmp.spring.metrics;

import java.util.Map;

/** Records a duration so that a registry can keep the trace of its goroutine with it. */
interface Exemplars {

    Exemplars NONE = (labels, recording) -> recording.run();

    /** @param labels of the goroutine */
    void record(Map<String, String> labels, Runnable recording);
}
