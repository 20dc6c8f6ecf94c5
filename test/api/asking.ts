/** A request that another process can send too. */
export interface Asking {
  path: string
  apiKey: string
  idempotencyKey: string
  body?: object
  /** A file in a form: the name of its field, and its bytes as base64. */
  upload?: { field: string; name: string; base64: string }
}

export function sendTo(url: string, { path, apiKey, idempotencyKey, body, upload }: Asking): Promise<Response> {
  const headers = { 'x-api-key': apiKey, 'idempotency-key': idempotencyKey }
  if (!upload) {
    const json = { ...headers, 'content-type': 'application/json' }
    return fetch(`${url}/api${path}`, { method: 'POST', headers: json, body: JSON.stringify(body) })
  }
  const form = new FormData()
  form.set(upload.field, new Blob([Buffer.from(upload.base64, 'base64')]), upload.name)
  return fetch(`${url}/api${path}`, { method: 'POST', headers, body: form })
}
