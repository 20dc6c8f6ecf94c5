import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type PlainRefusalCode, Refusal, refuseField } from '../lib/refusal.ts'
import type { ClientSettings } from './client-settings.ts'
import type { CommandArgs } from './command.ts'

/** A shop's API with a test key. */
export interface Shop {
  baseUrl: string
  key: string
}

export const shopOptions = { 'base-url': { type: 'string' }, key: { type: 'string' } } as const

const timeoutMs = 20_000

/**
 * Returns the shop's address and key, taken from the options, the settings, or the demo on this machine. Refuses
 * `invalid_request`.
 */
export function findShop(settings: ClientSettings, { options }: CommandArgs): Shop {
  const given = typeof options['base-url'] === 'string' ? options['base-url'] : settings.baseUrl
  if (!URL.canParse(given) || !/^https?:/.test(given))
    throw refuseField('--base-url', 'is an http or https address', 'malformed')
  const key = typeof options.key === 'string' ? options.key : (settings.apiKey ?? demoKey(settings, given))
  if (key === undefined)
    throw refuseField('--key', 'is a test key of the shop, or WARUNG_API_KEY is set to one', 'missing')
  if (!key.startsWith('wrg_test_'))
    throw refuseField('--key', 'begins with wrg_test_: money of live mode is not played with', 'malformed')
  return { baseUrl: given.replace(/(?<!\/)\/+$/, ''), key }
}

// The demo's key only works for the demo.
function demoKey({ dataDir }: ClientSettings, baseUrl: string): string | undefined {
  try {
    const demo = JSON.parse(readFileSync(path.join(dataDir, 'demo.json'), 'utf8')) as Record<string, unknown>
    return demo.base_url === baseUrl && typeof demo.api_key === 'string' ? demo.api_key : undefined
  } catch {
    return undefined
  }
}

/**
 * Calls an endpoint, by POST if there is a body. Refuses with the shop's own code, and with `unavailable` if it does
 * not answer.
 */
export async function callShop<Answer>(
  { baseUrl, key }: Shop,
  endpoint: string,
  { body, signal }: { body?: object; signal?: AbortSignal } = {},
): Promise<Answer> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const answer = await fetch(`${baseUrl}/api${endpoint}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'x-api-key': key, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  }).catch(error => {
    throw new Refusal('unavailable', `${baseUrl} does not answer: ${explainFetchFailure(error)}`)
  })
  const told = (await answer.json().catch(() => ({}))) as { error?: string; code?: PlainRefusalCode }
  if (answer.ok) return told as Answer
  throw new Refusal(told.code ?? 'unavailable', told.error ?? `${baseUrl} answers ${answer.status} to ${endpoint}`)
}

/** Returns the underlying reason why `fetch` failed. */
export function explainFetchFailure(error: unknown): string {
  const { cause, message } = error as { cause?: { code?: string; message?: string }; message: string }
  return cause?.code ?? cause?.message ?? message
}
