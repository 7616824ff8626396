package main

import (
	"fmt"
	"runtime"
)

// Values that goroutines hand to each other, as the group channels of the Java benchmarks has them. What came is counted and
// summed.

type tally struct{ count, sum int }

func (t tally) plus(other tally) tally {
	return tally{t.count + other.count, t.sum + other.sum}
}

func require(found, expected tally) {
	if found != expected {
		panic(fmt.Sprintf("found %v, expected %v", found, expected))
	}
}

func value(i int) int {
	return i%100 + 1
}

func expected(values int) tally {
	sum := 0
	for i := 0; i < values; i++ {
		sum += value(i)
	}
	return tally{values, sum}
}

func sendAll(to chan<- int, values int) {
	for i := 0; i < values; i++ {
		to <- value(i)
	}
}

func receiveAll(from <-chan int, values int, result chan<- tally) {
	sum := 0
	for i := 0; i < values; i++ {
		sum += <-from
	}
	result <- tally{values, sum}
}

func channelPingPong(roundTrips int) {
	there, back, results := make(chan int), make(chan int), make(chan tally)
	go func() {
		var its tally
		for i := 0; i < roundTrips; i++ {
			v := <-there
			its = its.plus(tally{1, v})
			back <- v
		}
		results <- its
	}()
	go func() {
		var its tally
		for i := 0; i < roundTrips; i++ {
			there <- value(i)
			its = its.plus(tally{1, <-back})
		}
		results <- its
	}()
	each := expected(roundTrips)
	require((<-results).plus(<-results), each.plus(each))
}

func channelPipeline(pairs, valuesEach int) {
	items, results := make(chan int, 64), make(chan tally)
	for i := 0; i < pairs; i++ {
		go receiveAll(items, valuesEach, results)
		go sendAll(items, valuesEach)
	}
	var found, all tally
	for i := 0; i < pairs; i++ {
		found, all = found.plus(<-results), all.plus(expected(valuesEach))
	}
	require(found, all)
}

func channelFanIn(senders, valuesEach int) {
	items, results := make(chan int), make(chan tally)
	go receiveAll(items, senders*valuesEach, results)
	each := expected(valuesEach)
	for i := 0; i < senders; i++ {
		go sendAll(items, valuesEach)
	}
	require(<-results, tally{senders * valuesEach, senders * each.sum})
}

func channelSelect(valuesEach int) {
	var c [8]chan int
	for i := range c {
		c[i] = make(chan int)
	}
	result := make(chan tally)
	go func() {
		sum := 0
		for i := 0; i < len(c)*valuesEach; i++ {
			select {
			case v := <-c[0]:
				sum += v
			case v := <-c[1]:
				sum += v
			case v := <-c[2]:
				sum += v
			case v := <-c[3]:
				sum += v
			case v := <-c[4]:
				sum += v
			case v := <-c[5]:
				sum += v
			case v := <-c[6]:
				sum += v
			case v := <-c[7]:
				sum += v
			}
		}
		result <- tally{len(c) * valuesEach, sum}
	}()
	for i := range c {
		go sendAll(c[i], valuesEach)
	}
	require(<-result, tally{len(c) * valuesEach, len(c) * expected(valuesEach).sum})
}

// A goroutine for each prime, which hands on what its prime does not divide. A zero ends the chain.
func channelSieve(primes, last, sum int) {
	first, result := make(chan int), make(chan tally)
	go filter(first, tally{}, result)
	for number := 2; number <= last; number++ {
		first <- number
	}
	first <- 0
	require(<-result, tally{primes, sum})
}

func filter(in <-chan int, before tally, result chan<- tally) {
	prime := <-in
	if prime == 0 {
		result <- before
		return
	}
	out := make(chan int)
	go filter(out, before.plus(tally{1, prime}), result)
	for number := range in {
		if number == 0 || number%prime != 0 {
			out <- number
		}
		if number == 0 {
			return
		}
	}
}

// Heap that an idle channel takes.
func bytesPerChannel(n, capacity int) float64 {
	idle := make([]chan int, n)
	before := memoryInUse()
	for i := range idle {
		idle[i] = make(chan int, capacity)
	}
	after := memoryInUse()
	runtime.KeepAlive(idle)
	return float64(after-before) / float64(n)
}
