import { fileOf, isFile, joinLines, mapPairs, quoteText, type SampleRequest } from './request.ts'

/** Returns the request as a PHP script that uses the curl extension. */
export function writePhpSample({ method, url, headers, json, parts }: SampleRequest): string {
  const sent = [
    `'X-API-Key: ' . getenv('WARUNG_KEY')`,
    ...mapPairs(headers, (name, value) => quoteText(`${name}: ${value}`)),
    ...(json === undefined ? [] : [`'Content-Type: application/json'`]),
  ]
  const fields = parts
    ? `[${mapPairs(parts, (name, value) => `'${name}' => ${phpPart(value)}`).join(', ')}]`
    : json !== undefined && `json_encode(${phpValue(json)})`
  return joinLines([
    '<?php',
    `$request = curl_init(${quoteText(url)});`,
    'curl_setopt_array($request, [',
    '    CURLOPT_RETURNTRANSFER => true,',
    `    CURLOPT_HTTPHEADER => [${sent.join(', ')}],`,
    fields && method === 'POST' && `    CURLOPT_POSTFIELDS => ${fields},`,
    ']);',
    'echo curl_exec($request), PHP_EOL;',
  ])
}

const phpPart = (value: string) => (isFile(value) ? `new CURLFile(${quoteText(fileOf(value))})` : quoteText(value))

function phpValue(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return `[${value.map(phpValue).join(', ')}]`
  if (typeof value === 'object') {
    const fields = Object.entries(value).map(([name, each]) => `${quoteText(name)} => ${phpValue(each)}`)
    return fields.length === 0 ? 'new stdClass()' : `[${fields.join(', ')}]`
  }
  return typeof value === 'string' ? quoteText(value) : String(value)
}
