import { expect, test } from 'vitest'
import { selectRefillableFields } from '../../../src/web/parts/password-view.ts'

test('a refused form keeps every typed value except secrets', () => {
  const shown = [
    'price_jNq6LQY-7dE5W7YotPXcig',
    'left_aPiNkeyOtP_codeTokenSe',
    'barcode_1E4T3bhos8gPoj7sXteScg',
    'barcode',
    'shipping_days',
    'postcodes',
    'note',
  ]
  const secret = [
    'password',
    'new_password',
    'pin',
    'code',
    'token',
    'client_secret',
    'accessToken',
    'notificationKey',
    'api_key',
    'apikey',
    'device',
    'credentials',
    'code_1E4T3bhos8gPoj7sXteScg',
  ]
  const typed = Object.fromEntries([...shown, ...secret].map(name => [name, 'as it was typed']))
  expect(Object.keys(selectRefillableFields(typed))).toEqual(shown)
})
