#!/bin/sh
# make-certificates.sh FOLDER NAME...: a key and a certificate for each name, all signed by one authority, by which
# nodes and the backup know each other. The authority's key is not kept: for one more name, make all of them anew in an
# empty folder.
set -eu
umask 077
folder=$1
shift
cd "$folder"
if [ -f authority.crt ]; then
  exit 0
fi
days=3650
new='-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes'
openssl req -x509 $new -days $days -subj '/CN=warung' -keyout authority.key -out authority.new 2>&1
for name in "$@"; do
  openssl req -x509 $new -days $days -subj "/CN=$name" -addext "subjectAltName=DNS:$name" \
    -addext basicConstraints=critical,CA:FALSE \
    -CA authority.new -CAkey authority.key -keyout "$name.key" -out "$name.crt" 2>&1
done
rm authority.key
# Last, so that what was cut off is begun again.
mv authority.new authority.crt
