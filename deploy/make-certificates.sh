#!/bin/sh
# make-certificates.sh FOLDER NAME...: creates a key and a certificate for each name, signed by one authority, with
# which the nodes and the backup machine authenticate each other. The authority's key is not kept: to add a name, create
# all of them again in an empty folder.
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
# Done last, so that an interrupted run starts again.
mv authority.new authority.crt
