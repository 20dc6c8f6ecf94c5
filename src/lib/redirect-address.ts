// Schemes that no account may use: page scripts, local files and blank hosts. The others open another program by its
// own rules, or display or wrap another address.
const refusedSchemes = new Set(
  (
    'about android-app blob brave chrome chrome-extension content data edge feed file filesystem intent jar ' +
    'javascript livescript mhtml mocha moz-extension opera res resource search search-ms shell vbscript view-source ' +
    'vivaldi wyciwyg'
  ).split(' '),
)
const schemeForm = /^[a-z][a-z0-9+.-]{0,49}$/

/**
 * Returns whether an account may allow an app's scheme, in lower case and without the colon; http and https are always
 * allowed.
 */
export function isAppScheme(scheme: string): boolean {
  const isWeb = scheme === 'http' || scheme === 'https'
  return schemeForm.test(scheme) && !isWeb && !refusedSchemes.has(scheme) && !scheme.startsWith('ms-')
}

/**
 * Parses an address to which a page may lead a person with a button: http, https, or one of these schemes of apps; null
 * for anything else.
 *
 * @param schemes those that the account has named; omitted, any that it could name
 */
export function parseRedirectAddress(address: string, schemes?: readonly string[]): URL | null {
  if (/[\s\p{Cc}\\]/u.test(address) || !/^[a-z][a-z0-9+.-]*:/i.test(address) || !URL.canParse(address)) return null
  const url = new URL(address)
  if (url.username !== '' || url.password !== '') return null
  const scheme = url.protocol.slice(0, -1)
  if (scheme === 'http' || scheme === 'https') return /^https?:\/\/[^/]/i.test(address) ? url : null
  if (!isAppScheme(scheme) || schemes?.includes(scheme) === false) return null
  return address.length > url.protocol.length ? url : null
}
