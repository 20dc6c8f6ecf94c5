/**
 * Returns the origin of a site as browsers write it, `https://toko.example:8443`: in lower case, without the default
 * port. A host alone is assumed to be https. Null for anything that is not exactly an origin: a path, a query, a
 * wildcard, a name and password, or characters that would end the entry of a header.
 */
export function webOrigin(typed: string): string | null {
  const text = typed.trim()
  const address = /^[^\s:/]+(:\d+)?\/?$/.test(text) ? `https://${text}` : text
  if (!/^https?:\/\/[^\s\p{Cc}/?#@\\;,'"*%]+\/?$/iu.test(address) || !URL.canParse(address)) return null
  const { origin } = new URL(address)
  return /^https?:\/\/[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/.test(origin) ? origin : null
}
