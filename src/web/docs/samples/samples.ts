import type { Listed } from '../openapi-document.ts'
import { curl } from './curl.ts'
import { go } from './go.ts'
import { javascript } from './javascript.ts'
import { php } from './php.ts'
import { python } from './python.ts'
import type { Request } from './request.ts'

/** A way to send a request: a program or a command that runs unchanged if `WARUNG_KEY` or `KEY` contains a key. */
export interface Sample {
  id: 'curl' | 'javascript' | 'php' | 'python' | 'go'
  name: string
  text: string
}

/** Returns the example of an operation in each language, using only its standard library. */
export function samplesOf(listed: Listed, address: string, dialect: 'detailed' | 'simple'): Sample[] {
  const request = requestOf(listed, address, dialect)
  return [
    { id: 'curl', name: 'curl', text: curl(request) },
    { id: 'javascript', name: 'JavaScript', text: javascript(request) },
    { id: 'php', name: 'PHP', text: php(request) },
    { id: 'python', name: 'Python', text: python(request) },
    { id: 'go', name: 'Go', text: go(request) },
  ]
}

function requestOf({ method, operation }: Listed, address: string, dialect: string): Request {
  const { parameters = [], requestBody } = operation
  const headers: Record<string, string> = dialect === 'simple' ? { 'X-API-Variant': 'simple' } : {}
  if (method === 'GET') {
    const asked = parameters.filter(({ example }) => example !== undefined)
    const search = new URLSearchParams(
      Object.fromEntries(asked.map(({ name, example }) => [name, String(example)])),
    ).toString()
    return { method, url: search ? `${address}?${search}` : address, headers }
  }
  if (parameters.some(({ name, required }) => name === 'Idempotency-Key' && required)) {
    headers['Idempotency-Key'] = 'first-one'
  }
  const json = requestBody?.content['application/json']
  return json
    ? { method, url: address, headers, json: json.example ?? {} }
    : { method, url: address, headers, parts: operation['x-example'] ?? {} }
}
