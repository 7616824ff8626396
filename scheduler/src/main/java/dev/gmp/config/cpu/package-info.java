/**
 * How many processors a scheduler gets when it is told no number. It follows from the CPUs the process may use and from the
 * CPU quota of its container, both read again while it runs.
 *
 * <pre>
 *   /proc/thread-self/status, the JVM   AvailableCpus --+
 *                                                       +-- ProcsRule --- DefaultProcs.read(), once a second
 *   /proc/self/cgroup, mountinfo, ...   CpuLimit -------+
 * </pre>
 *
 * <p>{@link dev.gmp.config.cpu.DefaultProcs} is the way in. Below it, one class knows one kind of file. Whatever a file
 * holds, nothing here throws to the caller. A file that cannot be read or understood is warned about once and then counts as
 * absent.
 *
 * <p>Linux is where quotas are. Elsewhere there is no limit, and the JVM says how many CPUs there are.
 */
@NullMarked
package dev.gmp.config.cpu;

import org.jspecify.annotations.NullMarked;
