import { describe, expect, test } from 'vitest'
import { connectors } from '../../../src/connectors/index.ts'
import { connectionFields } from '../../../src/web/dashboard/connections/connection-fields.ts'

const shown = (form: Partial<Parameters<typeof connectionFields>[1]> = {}) =>
  String(connectionFields(connectors.snap, { language: 'en', given: {}, fieldErrors: [], ...form }))

describe('fields that most merchants leave empty', () => {
  test('rarely used fields are collapsed under "Advanced", after the other fields', () => {
    const page = shown()
    const [before, folded] = page.split('<summary>Advanced</summary>')
    expect(page).toContain('<details><summary>')
    expect(before).toContain('name="client_id"')
    for (const name of ['mcc', 'sub_merchant_id', 'notify_path', 'overrides']) {
      expect(before).not.toContain(`name="${name}"`)
      expect(folded).toContain(`name="${name}"`)
    }
    expect(shown({ language: 'id' })).toContain('<summary>Lanjutan</summary>')
  })

  test('advanced fields are expanded if one is filled in or wrong', () => {
    expect(shown({ given: { notify_path: '/v1.0/notify' } })).toContain('<details open>')
    const path = 'credentials.overrides.generate.body.note'
    const wrong = { path, error: 'names a value that does not exist', code: 'malformed', said: 'It is wrong.' } as const
    const page = shown({ fieldErrors: [wrong] })
    expect(page).toContain('<details open>')
    expect(page).toMatch(/name="overrides"[\s\S]*It is wrong\./)
  })
})

test('a provider without advanced fields has no collapsed section', () => {
  const form = { language: 'en' as const, given: {}, fieldErrors: [] }
  expect(String(connectionFields(connectors.interactive, form))).not.toContain('<details')
})
