package dev.gmp.spring.cluster;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Lets a {@code @Scheduled} method run on one node of the cluster only. All nodes keep its schedule. A call is left out,
 * unless this node holds the cluster's internal singleton when the method is due. The method returns nothing.
 *
 * <ul>
 *   <li>While the cluster is whole, one node runs the method, and the same one runs all methods with this annotation.
 *   <li>When that node leaves or fails, another one takes over. Until then, no node runs the method: a time that is due
 *       meanwhile is missed.
 *   <li>A run that has begun goes on when the singleton moves, and may overlap with a run on the new node. So may a run on
 *       a node that stood still for longer than the failure detection.
 *   <li>The times of nodes are not aligned. With a fixed rate or delay, the first run on the new node may be due earlier or
 *       later than on the old one.
 *   <li>Where {@code gmp.cluster.name} is not set, the annotation has no effect: each instance runs the method.
 * </ul>
 *
 * <p>It needs no database. ShedLock does, and holds a lock of a database for a limited time: it also promises a least time
 * between two runs, and survives a restart of all nodes. Where a second run would do damage, use ShedLock, and let the
 * run check in the database that it is due.
 *
 * @since 0.2.0
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface OncePerCluster {}
