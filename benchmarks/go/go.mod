module gmp/benchmarks

go 1.19
