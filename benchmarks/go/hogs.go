package main

import (
	"fmt"
	"io"
	"runtime"
	"sort"
	"sync"
	"sync/atomic"
	"time"
)

const taskInterval = time.Millisecond

var sink uint64

func compute(steps uint64) uint64 {
	x := steps
	for i := uint64(0); i < steps; i++ {
		x = x*6364136223846793005 + 1442695040888963407
	}
	return x
}

// Steps that take about so long on a CPU of their own.
func stepsFor(duration time.Duration) uint64 {
	const trial = 50_000_000
	start := time.Now()
	atomic.AddUint64(&sink, compute(trial))
	return uint64(float64(trial) * float64(duration) / float64(time.Since(start)))
}

// Short goroutines, one a millisecond, beside twice as many hogs as there are processors.
func hogLatency(out io.Writer, window time.Duration) {
	procs := runtime.GOMAXPROCS(0)
	steps := stepsFor(window / 2)
	var hogs, tasks sync.WaitGroup
	for i := 0; i < 2*procs; i++ {
		hogs.Add(1)
		go func() {
			atomic.AddUint64(&sink, compute(steps))
			hogs.Done()
		}()
	}
	n := int(window / taskInterval)
	latencies := make([]float64, n)
	tasks.Add(n)
	next := time.Now()
	for i := 0; i < n; i++ {
		next = next.Add(taskInterval)
		time.Sleep(time.Until(next))
		index, handedIn := i, time.Now()
		go func() {
			latencies[index] = float64(time.Since(handedIn).Nanoseconds()) / 1e6
			tasks.Done()
		}()
	}
	tasks.Wait()
	hogs.Wait()
	sort.Float64s(latencies)
	fmt.Fprintf(out, "start-p50-ms %f\n", latencies[n/2])
	fmt.Fprintf(out, "start-p99-ms %f\n", latencies[n*99/100])
	fmt.Fprintf(out, "start-p999-ms %f\n", latencies[n*999/1000])
}
