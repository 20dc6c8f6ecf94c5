import { mapPairs, type SampleRequest } from './request.ts'

/** Returns the request as a shell command, in which `$KEY` is the key. */
export function writeCurlSample({ method, url, headers, json, parts }: SampleRequest): string {
  const flags = Object.entries(headers).map(([name, value]) => ` -H '${name}: ${value}'`)
  const key = `-H "X-API-Key: $KEY"${flags.join('')}`
  if (method === 'GET') return `curl -s ${key} '${url}'`
  if (parts) return `curl -s ${url} ${key}${mapPairs(parts, (name, value) => ` -F '${name}=${value}'`).join('')}`
  return `curl -s ${url} ${key} -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(json)}'`
}
