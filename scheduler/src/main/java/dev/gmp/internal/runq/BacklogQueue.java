package dev.gmp.internal.runq;

/**
 * Deferred elements, which later ones pass. They are taken from both ends: it is not known which of them are the long
 * ones that the others wait for, but those that came last are the likeliest to have come after the convoy. Thread-safe, for one
 * thread that adds.
 */
public final class BacklogQueue<T extends QueueLink<T>> {

    /** Where to take from. */
    public enum End {
        OLDEST,
        NEWEST;

        public End other() {
            return this == OLDEST ? NEWEST : OLDEST;
        }
    }

    /** In order of arrival. */
    private final SubmissionLane<T> older = new SubmissionLane<>();

    /** The last that came first. */
    private final SubmissionLane<T> newer = new SubmissionLane<>();

    private final Batch<T> oldestFirst = new Batch<>();
    private final Batch<T> newestFirst = new Batch<>();

    /** Appends elements that were accepted before, and empties the batch. Takes no memory. */
    public void addAll(Batch<T> batch) {
        int half = older.isEmpty() ? (batch.size() + 1) / 2 : 0;
        for (T each = batch.remove(); each != null; each = batch.remove()) {
            if (half > 0) {
                oldestFirst.add(each);
                half--;
            } else {
                newestFirst.addFirst(each);
            }
        }
        older.addAll(oldestFirst);
        newer.addAllFirst(newestFirst);
    }

    /** Takes up to {@code most} from one end, and if there are fewer, up to the middle. */
    public void drainTo(Batch<T> target, int most, End end) {
        (end == End.OLDEST ? older : newer).drainTo(target, most);
    }

    /** Whether there is nothing left from an end to the middle. */
    public boolean isEmpty(End end) {
        return (end == End.OLDEST ? older : newer).isEmpty();
    }

    public boolean isEmpty() {
        return older.isEmpty() && newer.isEmpty();
    }

    public int size() {
        return older.size() + newer.size();
    }

    /** Elements ever added to the older half, wrapping; a little behind. */
    public int estimatedAdded() {
        return (int) older.estimatedAdded();
    }

    /** Elements ever taken from the older half, wrapping; a little behind. */
    public int estimatedTaken() {
        return (int) older.estimatedTaken();
    }
}
