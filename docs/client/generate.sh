#!/usr/bin/env bash
# Writes the types of the API's clients from the OpenAPI documents: `npm run client`, after a change of an endpoint. The generator
# wants TypeScript 5, which is not the one that checks this project, so it is fetched for the occasion.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
PATH="$(node ../../run.cjs -p 'path.dirname(process.execPath)'):$PATH"

for dialect in detailed simple; do
  document=../openapi.json
  if [ "$dialect" = simple ]; then document=../openapi.simple.json; fi
  npx --yes -p typescript@5.9.3 -p openapi-typescript@7.13.0 openapi-typescript "$document" -o "$dialect.d.ts"
  sum=$(node -p "crypto.createHash('sha256').update(fs.readFileSync('$document')).digest('hex')")
  printf '// Made from %s by generate.sh; sha256 of the document: %s\n%s\n' "${document#../}" "$sum" "$(cat "$dialect.d.ts")" >"$dialect.d.ts"
done
