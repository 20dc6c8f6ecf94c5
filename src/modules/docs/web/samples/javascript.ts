import { fileOf, isFile, joinLines, mapPairs, quoteText, type SampleRequest } from './request.ts'

/** Returns the request as a module for Node. */
export function writeJavascriptSample({ method, url, headers, json, parts }: SampleRequest): string {
  const sent = [
    ['X-API-Key', 'process.env.WARUNG_KEY'],
    ...mapPairs(headers, (name, value) => [name, quoteText(value)]),
    ...(json === undefined ? [] : [['Content-Type', "'application/json'"]]),
  ]
  const form = parts && [
    "import { openAsBlob } from 'node:fs'\n",
    'const form = new FormData()',
    ...mapPairs(parts, (name, value) =>
      isFile(value)
        ? `form.set('${name}', await openAsBlob(${quoteText(fileOf(value))}), ${quoteText(fileOf(value))})`
        : `form.set('${name}', ${quoteText(value)})`,
    ),
  ]
  const body = json === undefined ? parts && 'form' : `JSON.stringify(${indented(JSON.stringify(json, null, 2), 2)})`
  return joinLines([
    ...(form ?? []),
    `const answer = await fetch(${quoteText(url)}, {`,
    method !== 'GET' && `  method: '${method}',`,
    `  headers: { ${sent.map(([name, value]) => `'${name}': ${value}`).join(', ')} },`,
    body && `  body: ${body},`,
    '})',
    'console.log(answer.status, await answer.text())',
  ])
}

const indented = (text: string, by: number) => text.replaceAll('\n', `\n${' '.repeat(by)}`)
