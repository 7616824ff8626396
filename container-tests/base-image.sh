#!/usr/bin/env bash
# Makes the image gmp-jdk:local of this machine's newest JDK, a shell and the libraries that both need, and of nothing
# else. Only for machines where no registry can be reached: elsewhere the tests pull eclipse-temurin.
set -euo pipefail

image=gmp-jdk:local

jdk=
newest=20
for javac in /usr/lib/jvm/*/bin/javac; do
  [ -x "$javac" ] || continue
  major=$("$javac" -version 2>&1 | sed -n 's/^javac \([0-9]*\).*/\1/p')
  if [ "${major:-0}" -gt "$newest" ]; then
    newest=$major
    jdk=$(dirname "$(dirname "$javac")")
  fi
done
if [ -z "$jdk" ]; then
  echo "No JDK 21 or newer below /usr/lib/jvm" >&2
  exit 1
fi

shell=(/bin/sh /bin/cat)
mapfile -t libraries < <(ldd "${shell[@]}" "$jdk/bin/java" "$jdk"/lib/server/libjvm.so "$jdk"/lib/lib{java,net,nio,zip,management,extnet}.so |
  sed -nE 's|.*[[:space:]](/[^ :]+) \(0x.*|\1|p' | grep -v "^$jdk/" | sort -u)

# Links are followed, so that each file stands in the image where it is asked for.
tar --create --dereference --absolute-names --no-recursion /tmp --recursion \
  --exclude="$jdk/lib/src.zip" --exclude="$jdk/lib/ct.sym" --exclude="$jdk/jmods" --exclude="$jdk/demo" \
  "${shell[@]}" "${libraries[@]}" "$jdk" |
  docker import --change "ENV JAVA_HOME=$jdk" --change "ENV PATH=$jdk/bin:/bin" - "$image" >/dev/null
docker run --rm "$image" java -version
