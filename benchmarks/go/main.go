// The workloads of the Java benchmarks on Go's own scheduler, so that the two can be read side by side.
//
//	benchmarks WORKLOAD WARM-UPS ITERATIONS MILLISECONDS
//
// prints figures, one a line as "key value". GOMAXPROCS says how many processors it gets.
package main

import (
	"fmt"
	"os"
	"sort"
	"strconv"
	"time"
)

// A batch is work of one kind, done once, and how many operations that was.
type batch struct {
	operations int
	run        func()
}

var batches = map[string]batch{
	"spawn":        {200_000, func() { spawn(200_000) }},
	"forkTreeJoin": {100_000, func() { forkTreeJoin(100_000) }},
	"pingPong":     {100_000, func() { pingPong(100_000) }},
	"yield":        {500_000, func() { yield(100, 5_000) }},
	"pipeline":     {400_000, func() { pipeline(4, 100_000) }},

	"channelPingPong":  {50_000, func() { channelPingPong(50_000) }},
	"channelPipeline1": {200_000, func() { channelPipeline(1, 200_000) }},
	"channelPipeline4": {200_000, func() { channelPipeline(4, 50_000) }},
	"channelFanIn":     {200_000, func() { channelFanIn(100, 2_000) }},
	"channelSieve":     {2_000, func() { channelSieve(2_000, 17_389, 16_274_627) }},
	"channelSelect":    {80_000, func() { channelSelect(10_000) }},
}

func main() {
	if len(os.Args) != 5 {
		fail("usage: benchmarks WORKLOAD WARM-UPS ITERATIONS MILLISECONDS")
	}
	warmUps, iterations, millis := number(os.Args[2]), number(os.Args[3]), number(os.Args[4])
	workload := os.Args[1]
	b, known := batches[workload]
	meeting, meets := meetings[workload]
	switch {
	case known:
		nanos, _ := perOperation(b, warmUps, iterations, time.Duration(millis)*time.Millisecond)
		fmt.Printf("score %f\n", nanos)
	case meets:
		nanos, cpu := perOperation(meeting, warmUps, iterations, time.Duration(millis)*time.Millisecond)
		fmt.Printf("ns %f\ncpu-ns %f\n", nanos, cpu)
	case workload == "sleep100k":
		fmt.Printf("makespan-ms %f\n", sleepMakespan(100_000, 50*time.Millisecond))
	case workload == "memory":
		fmt.Printf("heap-bytes-per-goroutine %f\n", bytesPerParked(200_000))
	case workload == "channelMemory":
		fmt.Printf("heap-bytes-per-channel %f\n", bytesPerChannel(100_000, 0))
	case workload == "channelMemory64":
		fmt.Printf("heap-bytes-per-channel %f\n", bytesPerChannel(100_000, 64))
	case workload == "hogLatency":
		hogLatency(os.Stdout, time.Duration(millis)*time.Millisecond)
	default:
		fail("unknown workload " + workload)
	}
}

// Medians of the iterations' averages, as the Java side takes them: elapsed time and processor time in nanoseconds.
func perOperation(b batch, warmUps, iterations int, iteration time.Duration) (float64, float64) {
	var averages, cpuAverages []float64
	for i := 0; i < warmUps+iterations; i++ {
		start, cpuBefore := time.Now(), cpuNanos()
		operations := 0
		for time.Since(start) < iteration {
			b.run()
			operations += b.operations
		}
		if i >= warmUps {
			averages = append(averages, float64(time.Since(start).Nanoseconds())/float64(operations))
			cpuAverages = append(cpuAverages, (cpuNanos()-cpuBefore)/float64(operations))
		}
	}
	return median(averages), median(cpuAverages)
}

func median(values []float64) float64 {
	sort.Float64s(values)
	n := len(values)
	return (values[(n-1)/2] + values[n/2]) / 2
}

func number(argument string) int {
	value, err := strconv.Atoi(argument)
	if err != nil || value < 0 {
		fail("not a number: " + argument)
	}
	return value
}

func fail(message string) {
	fmt.Fprintln(os.Stderr, message)
	os.Exit(2)
}
