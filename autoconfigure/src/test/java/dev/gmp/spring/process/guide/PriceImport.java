package dev.gmp.spring.process.guide;

import dev.gmp.process.Event;
import dev.gmp.process.Process;
import dev.gmp.process.ProcessContext;
import dev.gmp.process.StepOutput;
import dev.gmp.spring.process.EntryPoints;
import java.util.List;
import org.springframework.context.annotation.Scope;
import org.springframework.stereotype.Component;

@Component("priceImport")
@Scope("prototype")
@EntryPoints({"import", "dryRun"})
class PriceImport implements Process {

    private final Prices prices;
    private boolean dry;
    private boolean begun;
    private int pages;

    PriceImport(Prices prices) {
        this.prices = prices;
    }

    @Override
    public void init(ProcessContext context, String method, Object input) {
        dry = method.equals("dryRun");
    }

    @Override
    public void step(List<Event> events, StepOutput out) throws Exception {
        if (!begun) {
            begun = true;
            out.yield(new FetchPage(1));
        }
        for (Event event : events) {
            if (event instanceof Event.Cancel) {
                out.done("cancelled after %d pages".formatted(pages));
                return;
            }
            if (event instanceof Event.Message message && message.data() instanceof HowFar question) {
                question.answer().complete(pages);
            }
            if (event instanceof Event.YieldComplete fetched) {
                if (take(fetched)) {
                    out.done("imported %d pages".formatted(pages));
                    return;
                }
                out.yield(new FetchPage(pages + 1));
            }
        }
        out.idle();
    }

    /** Returns whether it was the last page. */
    private boolean take(Event.YieldComplete fetched) {
        if (fetched.error() != null) { // ends this process, and its result fails
            throw new IllegalStateException("page " + (pages + 1), fetched.error());
        }
        Page page = (Page) fetched.data();
        if (!dry) {
            prices.store(page.rows());
        }
        pages++;
        return page.isLast();
    }
}
