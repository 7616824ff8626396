package main

import (
	"runtime"
	"sync"
	"time"
)

// One goroutine starts n that do nothing.
func spawn(n int) {
	var ended sync.WaitGroup
	ended.Add(n)
	for i := 0; i < n; i++ {
		go ended.Done()
	}
	ended.Wait()
}

// A tree of goroutines, ten children each; each parent waits for its children's sums.
func forkTreeJoin(leaves int) {
	sum := make(chan int)
	go node(leaves, sum)
	if <-sum != leaves {
		panic("leaves are missing")
	}
}

func node(leaves int, result chan<- int) {
	if leaves == 1 {
		result <- 1
		return
	}
	sums := make(chan int)
	for i := 0; i < 10; i++ {
		go node(leaves/10, sums)
	}
	sum := 0
	for i := 0; i < 10; i++ {
		sum += <-sums
	}
	result <- sum
}

// Two goroutines that wake each other in turn, through channels without room.
func pingPong(roundTrips int) {
	ping, pong := make(chan struct{}), make(chan struct{})
	go func() {
		for range ping {
			pong <- struct{}{}
		}
		close(pong)
	}()
	for i := 0; i < roundTrips; i++ {
		ping <- struct{}{}
		<-pong
	}
	close(ping)
	<-pong
}

func yield(goroutines, timesEach int) {
	var ended sync.WaitGroup
	ended.Add(goroutines)
	for i := 0; i < goroutines; i++ {
		go func() {
			for j := 0; j < timesEach; j++ {
				runtime.Gosched()
			}
			ended.Done()
		}()
	}
	ended.Wait()
}

// Producers and consumers on one channel with room for 64.
func pipeline(pairs, itemsEach int) {
	items := make(chan int, 64)
	var ended sync.WaitGroup
	ended.Add(pairs)
	for i := 0; i < pairs; i++ {
		go func() {
			for j := 0; j < itemsEach; j++ {
				<-items
			}
			ended.Done()
		}()
		go func() {
			for j := 0; j < itemsEach; j++ {
				items <- 1
			}
		}()
	}
	ended.Wait()
}

// Milliseconds until n goroutines have slept, the median of three after a first one.
func sleepMakespan(n int, sleep time.Duration) float64 {
	var makespans []float64
	for i := 0; i < 4; i++ {
		start := time.Now()
		var woken sync.WaitGroup
		woken.Add(n)
		for j := 0; j < n; j++ {
			go func() {
				time.Sleep(sleep)
				woken.Done()
			}()
		}
		woken.Wait()
		if i > 0 {
			makespans = append(makespans, float64(time.Since(start).Nanoseconds())/1e6)
		}
	}
	return median(makespans)
}

// Heap and stacks that n parked goroutines take, each.
func bytesPerParked(n int) float64 {
	before := memoryInUse()
	var parked sync.WaitGroup
	parked.Add(n)
	release := make(chan struct{})
	for i := 0; i < n; i++ {
		go func() {
			parked.Done()
			<-release
		}()
	}
	parked.Wait()
	after := memoryInUse()
	close(release)
	return float64(after-before) / float64(n)
}

func memoryInUse() uint64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc + stats.StackInuse
}
