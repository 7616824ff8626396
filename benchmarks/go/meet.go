package main

import (
	"runtime"
	"sync"
	"syscall"
	"time"
)

const many = 64

// Goroutines that meet, as the group meet of the Java benchmarks has them.
var meetings = map[string]batch{
	"synchronousQueue":       {10_000, func() { pairs(1, 10_000, channels(0)) }},
	"synchronousQueue64":     {64_000, func() { pairs(many, 1_000, channels(0)) }},
	"synchronousQueueShared": {64_000, func() { sharedChannel(make(chan int), 1_000) }},
	"arrayQueue":             {10_000, func() { pairs(1, 10_000, channels(1)) }},
	"arrayQueueShared":       {64_000, func() { sharedChannel(make(chan int, 1), 1_000) }},
	"condition":              {10_000, func() { pairs(1, 10_000, conditions) }},
	"condition64":            {64_000, func() { pairs(many, 1_000, conditions) }},
	"latch":                  {10_000, func() { pairs(1, 10_000, waitGroups) }},
	"lock":                   {20_000, func() { locked(2, 10_000) }},
	"lock64":                 {64_000, func() { locked(many, 1_000) }},
	"readWriteLock":          {20_000, func() { readAndWrite(1, 10_000) }},
	"readWriteLock64":        {128_000, func() { readAndWrite(many, 1_000) }},
	"join":                   {10_000, func() { join(10_000) }},
	"sleep100ns":             {100, func() { sleepers(1, 100, 100*time.Nanosecond) }},
	"sleep50us":              {100, func() { sleepers(1, 100, 50*time.Microsecond) }},
	"sleep50us64":            {6_400, func() { sleepers(many, 100, 50*time.Microsecond) }},
}

// Processor time of this process.
func cpuNanos() float64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		fail(err.Error())
	}
	return float64(usage.Utime.Nano() + usage.Stime.Nano())
}

// Runs so many goroutines to their end.
func together(goroutines int, body func(number int)) {
	var ended sync.WaitGroup
	ended.Add(goroutines)
	for i := 0; i < goroutines; i++ {
		go func(number int) {
			body(number)
			ended.Done()
		}(i)
	}
	ended.Wait()
}

// Tells another goroutine something, and waits until it is told.
type channel struct{ send, receive func() }

// Pairs of goroutines, of which one tells the other and is answered.
func pairs(n, roundTrips int, newChannel func() channel) {
	theres, backs := make([]channel, n), make([]channel, n)
	for i := range theres {
		theres[i], backs[i] = newChannel(), newChannel()
	}
	together(2*n, func(number int) {
		there, back := theres[number/2], backs[number/2]
		for i := 0; i < roundTrips; i++ {
			if number%2 == 0 {
				there.send()
				back.receive()
			} else {
				there.receive()
				back.send()
			}
		}
	})
}

func channels(room int) func() channel {
	return func() channel {
		c := make(chan int, room)
		return channel{func() { c <- 1 }, func() { <-c }}
	}
}

func conditions() channel {
	isTold := sync.NewCond(&sync.Mutex{})
	told := false
	return channel{
		func() {
			isTold.L.Lock()
			told = true
			isTold.Signal()
			isTold.L.Unlock()
		},
		func() {
			isTold.L.Lock()
			for !told {
				isTold.Wait()
			}
			told = false
			isTold.L.Unlock()
		},
	}
}

// The one that waits makes the next WaitGroup before it goes on to answer.
func waitGroups() channel {
	told := &sync.WaitGroup{}
	told.Add(1)
	return channel{
		func() { told.Done() },
		func() {
			told.Wait()
			told = &sync.WaitGroup{}
			told.Add(1)
		},
	}
}

// 64 that send and 64 that receive, all by one.
func sharedChannel(c chan int, each int) {
	together(2*many, func(number int) {
		for i := 0; i < each; i++ {
			if number%2 == 0 {
				c <- i
			} else {
				<-c
			}
		}
	})
}

// A mutex that is held over a yield.
func locked(goroutines, each int) {
	var mutex sync.Mutex
	together(goroutines, func(int) {
		for i := 0; i < each; i++ {
			mutex.Lock()
			runtime.Gosched()
			mutex.Unlock()
		}
	})
}

func readAndWrite(n, each int) {
	var mutex sync.RWMutex
	together(2*n, func(number int) {
		for i := 0; i < each; i++ {
			if number%2 == 0 {
				mutex.Lock()
				runtime.Gosched()
				mutex.Unlock()
			} else {
				mutex.RLock()
				runtime.Gosched()
				mutex.RUnlock()
			}
		}
	})
}

func join(times int) {
	together(1, func(int) {
		for i := 0; i < times; i++ {
			var ended sync.WaitGroup
			ended.Add(1)
			go ended.Done()
			ended.Wait()
		}
	})
}

func sleepers(goroutines, each int, duration time.Duration) {
	together(goroutines, func(int) {
		for i := 0; i < each; i++ {
			time.Sleep(duration)
		}
	})
}
