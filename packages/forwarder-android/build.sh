#!/usr/bin/env bash
# Builds the app without Gradle and without an Android SDK:
#   out/warung-forwarder-unsigned.apk   the same bytes on every machine
#   out/warung-forwarder.apk            signed with KEYSTORE, whose password is in KEYSTORE_PASSWORD and whose only key
#                                       is called KEYSTORE_ALIAS (default: warung)
# Without KEYSTORE, the debug key of this folder signs a package called id.warung.forwarder.debug, so that nobody's own
# build can replace the released app.
set -euo pipefail
cd "$(dirname "$0")"
./fetch.sh build

repository=${MAVEN_REPOSITORY:-$HOME/.m2/repository}
version=14-robolectric-10818077
android=$repository/org/robolectric/android-all/$version/android-all-$version.jar
r8=$repository/com/android/tools/r8/8.5.35/r8-8.5.35.jar
out=${OUT:-$PWD/out}
# Time zones, locales and user names must not affect the output.
export TZ=UTC LC_ALL=C
rm -rf "$out"
mkdir -p "$out"/{generated,classes,dex,framework}

(
  cd "$out/framework"
  unzip -q "$android" AndroidManifest.xml resources.arsc
  zip -q -X -0 framework.apk AndroidManifest.xml resources.arsc
)
aapt2 compile --dir res -o "$out/resources.zip"

# $1: the APK; more arguments go to aapt2.
link() {
  local apk=$1
  shift
  aapt2 link -o "$apk" -I "$out/framework/framework.apk" --warn-manifest-validation --manifest AndroidManifest.xml \
    --java "$out/generated" --min-sdk-version 24 --target-sdk-version 35 "$@" "$out/resources.zip" 2>&1 \
    | { grep -v -e 'Unknown chunk type' -e 'unexpected element <queries>' -e 'unexpected element <property>' || true; }
  [ -f "$apk" ]
}
link "$out/base.apk"
javac -nowarn --release 8 -Xlint:-options -encoding UTF-8 -g:lines,source -cp "$android" -d "$out/classes" \
  $(find src "$out/generated" -name '*.java' | sort)
java_home=$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")
# It removes unused code, a tenth of the size; the JDK provides java.*, which Android has itself.
java -cp "$r8" com.android.tools.r8.R8 --release --min-api 24 --lib "$android" --lib "$java_home" --pg-conf keep.pro \
  --output "$out/dex" $(find "$out/classes" -name '*.class' | sort)
# The timestamps in the archive are the oldest that the format supports.
touch -d @315532800 "$out/dex/classes.dex"

# $1: linked resources, $2: the whole APK, aligned and not signed.
pack() {
  cp "$1" "$out/unaligned.apk"
  (cd "$out/dex" && zip -q -X -9 "$out/unaligned.apk" classes.dex)
  zipalign -f -p 4 "$out/unaligned.apk" "$2"
  rm "$out/unaligned.apk"
}
pack "$out/base.apk" "$out/warung-forwarder-unsigned.apk"

# $1: keystore, $2: its password, $3: the key's name, $4: the APK to sign.
sign() {
  KEYSTORE_PASSWORD=$2 apksigner sign --ks "$1" --ks-pass env:KEYSTORE_PASSWORD --ks-key-alias "$3" \
    --v1-signing-enabled false --v2-signing-enabled true --v3-signing-enabled true --min-sdk-version 24 \
    --out "$out/warung-forwarder.apk" "$4"
  rm -f "$out/warung-forwarder.apk.idsig"
}
if [ -n "${KEYSTORE:-}" ]; then
  password=${KEYSTORE_PASSWORD:?names the password of KEYSTORE}
  sign "$KEYSTORE" "$password" "${KEYSTORE_ALIAS:-warung}" "$out/warung-forwarder-unsigned.apk"
else
  link "$out/debug-base.apk" --rename-manifest-package id.warung.forwarder.debug
  pack "$out/debug-base.apk" "$out/debug-unsigned.apk"
  sign debug.keystore warung-debug debug "$out/debug-unsigned.apk"
  rm "$out/debug-unsigned.apk" "$out/debug-base.apk"
fi
(cd "$out" && sha256sum warung-forwarder-unsigned.apk warung-forwarder.apk)
