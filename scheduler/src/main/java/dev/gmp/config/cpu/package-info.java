/**
 * The default number of processors of a scheduler. It follows from the CPUs that the process may use and from the CPU
 * quota of its container. Both are read again while the scheduler runs.
 *
 * <pre>
 *   /proc/thread-self/status, the JVM   AvailableCpus --+
 *                                                       +-- ProcsRule --- DefaultProcs.read(), once a second
 *   /proc/self/cgroup, mountinfo, ...   CpuLimit -------+
 * </pre>
 *
 * <p>{@link dev.gmp.config.cpu.DefaultProcs} is the entry. Below it, each class reads one kind of file. Reading never
 * throws. A file that cannot be read or parsed is reported once and then counts as absent.
 *
 * <p>Quotas exist on Linux only. On other systems there is no limit, and the JVM's number of CPUs counts.
 */
@NullMarked
package dev.gmp.config.cpu;

import org.jspecify.annotations.NullMarked;
