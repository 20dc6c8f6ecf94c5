import type { Config } from '../../config.ts'

/**
 * An address on this installation without its host: it stays right behind a proxy that changes the host of a request.
 */
export function pathTo(config: Pick<Config, 'baseUrl'>, path: string, query: Record<string, string> = {}): string {
  const base = new URL(config.baseUrl).pathname.replace(/\/$/, '')
  const search = new URLSearchParams(query).toString()
  return search === '' ? base + path : `${base}${path}?${search}`
}
