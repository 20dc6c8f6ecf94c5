import { fileOf, isFile, joined, mapPairs, quoted, type Request } from './request.ts'

/** Returns the request as a module for Node. */
export function javascriptSample({ method, url, headers, json, parts }: Request): string {
  const sent = [
    ['X-API-Key', 'process.env.WARUNG_KEY'],
    ...mapPairs(headers, (name, value) => [name, quoted(value)]),
    ...(json === undefined ? [] : [['Content-Type', "'application/json'"]]),
  ]
  const form = parts && [
    "import { openAsBlob } from 'node:fs'\n",
    'const form = new FormData()',
    ...mapPairs(parts, (name, value) =>
      isFile(value)
        ? `form.set('${name}', await openAsBlob(${quoted(fileOf(value))}), ${quoted(fileOf(value))})`
        : `form.set('${name}', ${quoted(value)})`,
    ),
  ]
  const body = json === undefined ? parts && 'form' : `JSON.stringify(${indented(JSON.stringify(json, null, 2), 2)})`
  return joined([
    ...(form ?? []),
    `const answer = await fetch(${quoted(url)}, {`,
    method !== 'GET' && `  method: '${method}',`,
    `  headers: { ${sent.map(([name, value]) => `'${name}': ${value}`).join(', ')} },`,
    body && `  body: ${body},`,
    '})',
    'console.log(answer.status, await answer.text())',
  ])
}

const indented = (text: string, by: number) => text.replaceAll('\n', `\n${' '.repeat(by)}`)
