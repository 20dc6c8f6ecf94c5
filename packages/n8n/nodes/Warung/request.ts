import type { IDataObject, IExecuteFunctions, IHookFunctions, IHttpRequestOptions, JsonObject } from 'n8n-workflow'
import { NodeApiError } from 'n8n-workflow'

export interface ShopRequest {
  method: 'GET' | 'POST'
  path: string
  fields?: IDataObject
  headers?: IDataObject
}

/** The shop's answer: `data` and the fields beside it. */
export type ShopAnswer = IDataObject & { success: boolean }

// The shop may need 35 s to get a provider's code.
const timeout = 45_000
const refusedFrom = 400

/**
 * Calls the shop. Throws a NodeApiError with the shop's own sentence, its code, the fields that it refused and the id
 * of the request.
 */
export async function callShop(
  node: IExecuteFunctions | IHookFunctions,
  { method, path, fields = {}, headers = {} }: ShopRequest,
): Promise<ShopAnswer> {
  const { baseUrl } = await node.getCredentials<{ baseUrl: string }>('warungApi')
  const options: IHttpRequestOptions = {
    method,
    url: `${baseUrl.trim().replace(/\/+$/, '')}/api${path}`,
    headers,
    timeout,
    json: true,
    ignoreHttpStatusErrors: true,
    returnFullResponse: true,
    // The key must not be sent to another address.
    disableFollowRedirect: true,
    ...(method === 'GET' ? { qs: fields } : { body: fields }),
  }
  let answer: { statusCode: number; body: unknown }
  try {
    answer = await node.helpers.httpRequestWithAuthentication.call(node, 'warungApi', options)
  } catch (error) {
    throw new NodeApiError(node.getNode(), error as JsonObject, { message: 'The shop could not be reached' })
  }
  const body = readAnswer(answer.body)
  if (body !== null && body.success === true && answer.statusCode < refusedFrom) return body
  throw new NodeApiError(node.getNode(), (body ?? {}) as JsonObject, describeRefusal(answer.statusCode, body))
}

function readAnswer(body: unknown): ShopAnswer | null {
  return typeof body === 'object' && body !== null && 'success' in body ? (body as ShopAnswer) : null
}

function describeRefusal(statusCode: number, body: ShopAnswer | null) {
  const httpCode = String(statusCode)
  if (body === null) {
    return { httpCode, message: `This address answered ${statusCode}, but not as a Warung: check the shop's address` }
  }
  const fields = Array.isArray(body.fields) ? (body.fields as { path: string; error: string }[]) : []
  const details = [
    ...fields.map(({ path, error }) => `${path}: ${error}`),
    `code: ${body.code}`,
    `request: ${body.request_id}`,
  ]
  return { httpCode, message: String(body.error), description: details.join('; ') }
}
