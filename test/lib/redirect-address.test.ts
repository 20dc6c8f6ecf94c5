import { expect, test } from 'vitest'
import { isAppScheme, parseRedirectAddress } from '../../src/lib/redirect-address.ts'

// Schemes that browsers and systems handle in a special way. Sources: the list of permanent and historical schemes of
// IANA ("Uniform Resource Identifier (URI) Schemes"), and Microsoft Learn, "Office URI Schemes".
test.each([
  ...['javascript:alert(1)', 'JavaScript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'blob:https://x/1'],
  ...[
    'vbscript:x',
    'about:blank',
    'intent://x#Intent;scheme=http;end',
    'view-source:https://x',
    'filesystem:https://x/t/1',
  ],
  ...[
    'feed:javascript:alert(1)',
    'jar:https://x!/y',
    'chrome://settings',
    'ms-msdt:/id',
    'ms-settings:x',
    'MS-Word:ofe',
  ],
  // Internal pages of Chromium's descendants, wrappers and engines of older browsers, and the search of Windows.
  ...['opera://settings', 'brave://x', 'vivaldi:x', 'livescript:x', 'mocha:x', 'mhtml:https://x', 'res://x'],
  ...['search-ms:query=x', 'search:x', 'shell:x', 'android-app://x'],
])('%s is never accepted as a return address', address => {
  expect(parseRedirectAddress(address)).toBeNull()
  expect(parseRedirectAddress(address, [address.split(':')[0]!.toLowerCase()])).toBeNull()
  expect(isAppScheme(address.split(':')[0]!.toLowerCase())).toBe(false)
})

test("a web address is always accepted as a return address, and an app's once its scheme was listed", () => {
  expect(parseRedirectAddress('https://toko.example/selesai?a=1#b', [])).not.toBeNull()
  expect(parseRedirectAddress('http://toko.example', [])).not.toBeNull()
  expect(parseRedirectAddress('tokoku://selesai', [])).toBeNull()
  expect(parseRedirectAddress('TokoKu://selesai', ['tokoku'])?.protocol).toBe('tokoku:')
  expect(parseRedirectAddress('tel:+62812', [])).toBeNull()
})
