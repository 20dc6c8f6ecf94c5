#!/usr/bin/env bash
# Tests the app on this machine, without a phone: Robolectric runs it as Android 15 would; the queue is killed while it
# writes; nothing that Android 7 lacks is called; two builds have the same bytes. KILLS=1000 before a release.
set -euo pipefail
cd "$(dirname "$0")"
./fetch.sh
built=out/warung-forwarder-unsigned.apk
[ -f "$built" ] && [ -z "$(find src res AndroidManifest.xml build.sh keep.pro -newer "$built")" ] || ./build.sh

repository=${MAVEN_REPOSITORY:-$HOME/.m2/repository}
version=14-robolectric-10818077
android=$repository/org/robolectric/android-all/$version/android-all-$version.jar
work=$PWD/out/test
rm -rf "$work"
mkdir -p "$work/classes/com/android/tools" "$work/frameworks"
ln -s "$repository"/org/robolectric/android-all-instrumented/15-robolectric-12650502-i7/*.jar "$work/frameworks/"
unzip -q -o "$repository/androidx/test/monitor/1.7.2/monitor-1.7.2.aar" classes.jar -d "$work"
printf 'android_merged_manifest=%s\nandroid_resource_apk=%s\nandroid_custom_package=id.warung.forwarder\n' \
  "$PWD/AndroidManifest.xml" "$PWD/out/base.apk" >"$work/classes/com/android/tools/test_config.properties"
libraries="$PWD/lib/*:$work/classes.jar:$android"
javac -nowarn -source 8 -target 8 -Xlint:-options -encoding UTF-8 -cp "out/classes:$libraries" -d "$work/classes" \
  $(find test -name '*.java')

echo '== the app on Android 15'
opens=()
for name in java.lang java.util java.lang.reflect java.io java.net; do
  opens+=(--add-opens "java.base/$name=ALL-UNNAMED")
done
java -Xmx1g -Drobolectric.offline=true -Drobolectric.dependency.dir="$work/frameworks" "${opens[@]}" \
  -cp "$work/classes:out/classes:$libraries" org.junit.runner.JUnitCore \
  id.warung.forwarder.QueueTest id.warung.forwarder.ForwarderTest

echo '== the queue, killed'
java -cp "$work/classes:out/classes" id.warung.forwarder.KillTest "${KILLS:-50}" "$work/classes:$PWD/out/classes"

echo '== the oldest Android'
level=$repository/net/sf/androidscents/signature/android-api-level-24/7.0_r2/android-api-level-24-7.0_r2.signature
java -cp "$work/classes:out/classes:lib/*" id.warung.forwarder.OldestAndroid "$level" out/classes

echo '== the same bytes in another folder, at another time, for another user'
other=$(mktemp -d)
trap 'rm -rf "$other"' EXIT
tar -c --exclude ./out --exclude ./lib --exclude ./test . | tar -x -C "$other"
find "$other" -type f -exec touch -d '2001-02-03 04:05:06' {} +
(
  cd "$other"
  USER=somebody LOGNAME=somebody TZ=Asia/Jayapura LC_ALL=C.UTF-8 MAVEN_REPOSITORY=$repository ./build.sh >/dev/null
)
cmp out/warung-forwarder-unsigned.apk "$other/out/warung-forwarder-unsigned.apk"

echo '== the size'
size=$(stat -c %s out/warung-forwarder.apk)
echo "$size bytes"
[ "$size" -le 40000 ]
