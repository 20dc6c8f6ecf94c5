const refusedSchemes = new Set(['javascript:', 'data:', 'file:', 'blob:', 'vbscript:', 'about:'])

/**
 * An address that a page may lead a person to with a button: http, https, or an app's own scheme; null for everything
 * else. A page's script, a file of the person's machine and a blank host are not places to go.
 */
export function redirectAddress(address: string): URL | null {
  if (/[\s\p{Cc}\\]/u.test(address) || !/^[a-z][a-z0-9+.-]*:/i.test(address) || !URL.canParse(address)) return null
  const url = new URL(address)
  if (refusedSchemes.has(url.protocol) || url.username !== '' || url.password !== '') return null
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  if (isWeb) return /^https?:\/\/[^/]/i.test(address) ? url : null
  return address.length > url.protocol.length ? url : null
}
