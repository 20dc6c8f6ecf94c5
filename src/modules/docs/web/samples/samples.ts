import type { ListedOperation } from '../openapi-document.ts'
import { writeCurlSample } from './curl.ts'
import { writeGoSample } from './go.ts'
import { writeJavascriptSample } from './javascript.ts'
import { writePhpSample } from './php.ts'
import { writePythonSample } from './python.ts'
import type { SampleRequest } from './request.ts'

/** A way to send a request: a program or a command that runs unchanged if `WARUNG_KEY` or `KEY` contains a key. */
export interface Sample {
  id: 'curl' | 'javascript' | 'php' | 'python' | 'go'
  name: string
  text: string
}

/** Returns the example of an operation in each language, using only its standard library. */
export function makeSamples(operation: ListedOperation, address: string, dialect: 'detailed' | 'simple'): Sample[] {
  const request = makeRequest(operation, address, dialect)
  return [
    { id: 'curl', name: 'curl', text: writeCurlSample(request) },
    { id: 'javascript', name: 'JavaScript', text: writeJavascriptSample(request) },
    { id: 'php', name: 'PHP', text: writePhpSample(request) },
    { id: 'python', name: 'Python', text: writePythonSample(request) },
    { id: 'go', name: 'Go', text: writeGoSample(request) },
  ]
}

function makeRequest({ method, operation }: ListedOperation, address: string, dialect: string): SampleRequest {
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
