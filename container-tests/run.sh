#!/usr/bin/env bash
# Runs the tests in containers, on the Docker that answers, or, as root, on one that is started for them and stopped
# again. Arguments go to Maven. Where Docker cannot be had, says why; the tests are skipped then.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

work=$(mktemp -d)
daemon=
cleanup() {
  if [ -n "$daemon" ]; then
    kill "$daemon" 2>/dev/null && wait "$daemon"
  fi
  rm -rf "$work"
}
trap cleanup EXIT

# Waits for an answer as long as the daemon lives, which ends by itself where it cannot do its work.
start_docker() {
  dockerd >"$work/dockerd.log" 2>&1 &
  daemon=$!
  for _ in $(seq 60); do
    docker info >/dev/null 2>&1 && return 0
    kill -0 "$daemon" 2>/dev/null || return 1
    sleep 1
  done
  return 1
}

if ! command -v docker >/dev/null; then
  echo "The container tests are skipped: Docker is not installed."
elif ! docker info >/dev/null 2>&1 && ! start_docker; then
  echo "The container tests are skipped: no Docker answers, and none could be started:"
  tail -n 5 "$work/dockerd.log"
elif ! docker image inspect gmp-jdk:local >/dev/null 2>&1 && ! docker pull -q eclipse-temurin:25-jre 2>"$work/pull.log"; then
  echo "No image can be pulled ($(tail -n 1 "$work/pull.log")): one is made of this machine's JDK."
  bash container-tests/base-image.sh || exit 1
fi

# Where this runs in a container itself, Testcontainers would pull an image to find out where the daemon is.
if [ -e /.dockerenv ] && [ -n "$daemon" ]; then
  export TESTCONTAINERS_HOST_OVERRIDE=localhost
fi
mvn -B verify -Pcontainers -pl container-tests -am "$@"
