import type { Listed } from '../openapi-document.ts'
import { curlSample } from './curl.ts'
import { goSample } from './go.ts'
import { javascriptSample } from './javascript.ts'
import { phpSample } from './php.ts'
import { pythonSample } from './python.ts'
import type { Request } from './request.ts'

/** A way to send a request: a program or a command that runs unchanged if `WARUNG_KEY` or `KEY` contains a key. */
export interface Sample {
  id: 'curl' | 'javascript' | 'php' | 'python' | 'go'
  name: string
  text: string
}

/** Returns the example of an operation in each language, using only its standard library. */
export function makeSamples(listed: Listed, address: string, dialect: 'detailed' | 'simple'): Sample[] {
  const request = makeRequest(listed, address, dialect)
  return [
    { id: 'curl', name: 'curl', text: curlSample(request) },
    { id: 'javascript', name: 'JavaScript', text: javascriptSample(request) },
    { id: 'php', name: 'PHP', text: phpSample(request) },
    { id: 'python', name: 'Python', text: pythonSample(request) },
    { id: 'go', name: 'Go', text: goSample(request) },
  ]
}

function makeRequest({ method, operation }: Listed, address: string, dialect: string): Request {
  const { parameters = [], requestBody } = operation
  const headers: Record<string, string> = dialect === 'simple' ? { 'X-API-Variant': 'simple' } : {}
  if (method === 'GET') {
    const exampleParameters = parameters.filter(({ example }) => example !== undefined)
    const search = new URLSearchParams(
      Object.fromEntries(exampleParameters.map(({ name, example }) => [name, String(example)])),
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
