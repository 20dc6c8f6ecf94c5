#!/usr/bin/env bash
# Downloads what the build and the tests need: Debian packages and Maven artifacts, about 0.4 GB once. Afterwards both
# work offline. `fetch.sh build` downloads only what the build needs.
set -euo pipefail
cd "$(dirname "$0")"

missing=()
for pair in aapt2:aapt zipalign:zipalign apksigner:apksigner javac:openjdk-17-jdk-headless mvn:maven zip:zip \
  unzip:unzip; do
  command -v "${pair%%:*}" >/dev/null || missing+=("${pair##*:}")
done
if [ "${#missing[@]}" -gt 0 ]; then
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi

repository=${MAVEN_REPOSITORY:-$HOME/.m2/repository}
# $1: group, $2: name, $3: version, $4: kind of file (jar).
artifact() {
  local kind=${4:-jar}
  [ -f "$repository/${1//.//}/$2/$3/$2-$3.$kind" ] \
    || mvn -q -B -Dmaven.repo.local="$repository" dependency:get -Dtransitive=false -Dartifact="$1:$2:$3:$kind"
}
artifact com.android.tools r8 8.5.35
# The classes that the app compiles against, and the resource table that aapt2 links with: aapt2 10 loads no newer one.
artifact org.robolectric android-all 14-robolectric-10818077
[ "${1:-}" != build ] || exit 0

artifact org.robolectric android-all-instrumented 15-robolectric-12650502-i7
artifact androidx.test monitor 1.7.2 aar
artifact net.sf.androidscents.signature android-api-level-24 7.0_r2 signature
[ -d lib ] || mvn -q -B -Dmaven.repo.local="$repository" -f test/pom.xml dependency:copy-dependencies \
  -DoutputDirectory="$PWD/lib"
