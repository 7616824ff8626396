package dev.gmp.spring.process.guide;

/** Where the guide's pages come from; it may take its time. */
interface Supplier {
    Page page(int number) throws Exception;
}
