import type { Config } from '../../config.ts'

/**
 * Returns an address on this installation without its host, so that it works behind a proxy that changes the host of
 * requests.
 */
export function makePath(config: Pick<Config, 'baseUrl'>, path: string, query: Record<string, string> = {}): string {
  const base = new URL(config.baseUrl).pathname.replace(/\/$/, '')
  const search = new URLSearchParams(query).toString()
  return search === '' ? base + path : `${base}${path}?${search}`
}
