/** Returns the port of an address, which may be the usual one of its scheme. */
export const portOf = (url: URL) => Number(url.port || (url.protocol === 'https:' ? 443 : 80))

/** Returns the exact form in which an address may be allowed: `host:port`. */
export const formatHostAndPort = (url: URL) => `${url.hostname.replace(/\.$/, '')}:${portOf(url)}`
