package dev.gmp.spring.bean;

import dev.gmp.GmpScheduler;
import dev.gmp.spring.config.GmpBeanNames;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;

/** The schedulers among beans, by bean name, those on standby too. The application's own comes first: it has its name before others. */
public final class SchedulerBeans {

    private SchedulerBeans() {}

    /** Those of a context and of its ancestors. */
    public static Map<String, GmpScheduler> all(ListableBeanFactory beans) {
        return ownFirst(BeanFactoryUtils.beansOfTypeIncludingAncestors(beans, GmpScheduler.class, false, true));
    }

    /** Those of a context itself. */
    public static Map<String, GmpScheduler> ofContext(ListableBeanFactory beans) {
        return ownFirst(beans.getBeansOfType(GmpScheduler.class, false, true));
    }

    private static Map<String, GmpScheduler> ownFirst(Map<String, GmpScheduler> byBean) {
        Map<String, GmpScheduler> ordered = new LinkedHashMap<>();
        GmpScheduler own = byBean.get(GmpBeanNames.SCHEDULER);
        if (own != null) {
            ordered.put(GmpBeanNames.SCHEDULER, own);
        }
        byBean.forEach(ordered::putIfAbsent);
        return ordered;
    }
}
