#!/bin/sh
# Certificates for tests on loopback: an authority, a server, and a client with its key apart.
# They prove nothing to anybody and last for 100 years.
set -eu
cd "$(dirname "$0")"
days=36500
new() { openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes "$@"; }
new -x509 -days $days -subj "/CN=Test authority" -keyout authority.key -out authority.pem \
    -addext "keyUsage=critical,keyCertSign"
for name in server client; do
    new -subj "/CN=$name" -keyout $name.key -out $name.csr
    printf 'subjectAltName=IP:127.0.0.1\nbasicConstraints=critical,CA:FALSE\n' >$name.ext
    openssl x509 -req -days $days -in $name.csr -extfile $name.ext \
        -CA authority.pem -CAkey authority.key -CAcreateserial -out $name.pem
done
openssl pkey -aes256 -passout pass:canary-password -in client.key -out locked.key
cat server.key >>server.pem
cat client.pem client.key >both.pem
rm -f authority.key authority.srl server.key client.key ./*.csr ./*.ext
