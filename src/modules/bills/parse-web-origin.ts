/**
 * Returns the origin of a site as browsers write it, such as `https://toko.example:8443`: in lower case, without the
 * default port. A bare host is assumed to be https. Returns null for anything but an exact origin: a path, a query, a
 * wildcard, credentials, or characters that would end the header entry.
 */
export function parseWebOrigin(input: string): string | null {
  const text = input.trim()
  const address = /^[^\s:/]+(:\d+)?\/?$/.test(text) ? `https://${text}` : text
  if (!/^https?:\/\/[^\s\p{Cc}/?#@\\;,'"*%]+\/?$/iu.test(address) || !URL.canParse(address)) return null
  const { origin } = new URL(address)
  return /^https?:\/\/[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/.test(origin) ? origin : null
}
