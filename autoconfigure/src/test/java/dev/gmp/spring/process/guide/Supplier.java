package dev.gmp.spring.process.guide;

/** Where the pages come from; it may take its time. */
interface Supplier {
    Page page(int number) throws Exception;
}
