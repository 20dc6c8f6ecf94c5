import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeFieldProblem } from '../../src/lib/refusals/refusal-texts.ts'
import type { Visitor } from './browse.ts'
import { signInAs } from './dashboard/members.ts'
import { signInAsOperator } from './filled-shop.ts'
import { createWebShop, type WebShop } from './web-shop.ts'

/** A form in which every field is wrong, and the fields for which it must show an error. */
interface WrongForm {
  path: string
  fields: Record<string, string>
  wrong: readonly string[]
}

let shop: WebShop
let merchant: Visitor
let operator: Visitor

beforeAll(async () => {
  shop = await createWebShop()
  merchant = await signInAs(shop)
  operator = await signInAsOperator(shop)
})
afterAll(() => shop.close())

const long = 'x'.repeat(300)

const merchantForms: readonly WrongForm[] = [
  {
    path: '/dashboard/catalog/new',
    fields: { act: 'create', name: '', kind: 'physical', description: '', price: 'mahal', mode: 'counter', count: '-' },
    wrong: ['name', 'price', 'count'],
  },
  {
    path: '/dashboard/catalog/referral',
    fields: { act: 'save', amount: 'satu', min_total: 'dua', days: '900' },
    wrong: ['amount', 'min_total', 'days'],
  },
  {
    path: '/dashboard/new-bill',
    fields: {
      act: 'create',
      title: '',
      kind: 'once',
      amount: '',
      customer_phone: 'x',
      due_date: '',
      end_date: '',
      min_amount: '',
      max_amount: '',
      customer_name: '',
      note: '',
      thanks: '',
      reference: '',
    },
    wrong: ['amount', 'customer_phone'],
  },
  {
    path: '/dashboard/keys',
    fields: { act: 'create', label: '', scopes: 'payments', expires_at: '2001-01-01', allowed_addresses: 'rumah' },
    wrong: ['label', 'expires_at', 'allowed_addresses'],
  },
  {
    path: '/dashboard/endpoints',
    fields: { act: 'create', url: 'bukan', description: long },
    wrong: ['url', 'description'],
  },
  {
    path: '/dashboard/team',
    fields: { act: 'add', username: 'x', display_name: '', role: 'support' },
    wrong: ['username', 'display_name'],
  },
  { path: '/dashboard/counter', fields: { act: 'add', name: '', pin: '111111' }, wrong: ['name', 'pin'] },
  {
    path: '/dashboard/connections/add/snap',
    fields: { act: 'connect', label: '' },
    wrong: ['label', 'client_id', 'private_key', 'merchant_id'],
  },
  {
    path: '/dashboard/settings',
    fields: { act: 'save', language: 'id', display_name: '', invoice_lifetime: '1', dialect: 'detailed' },
    wrong: ['display_name', 'invoice_lifetime'],
  },
]

const operatorForms: readonly WrongForm[] = [
  {
    path: '/operator/providers/add/snap',
    fields: { act: 'add', mode: 'test', label: '' },
    wrong: ['label', 'client_id', 'private_key', 'merchant_id'],
  },
  {
    path: '/operator/providers',
    fields: { act: 'bridge', connector: 'wallet', mode: 'test', url: '', key: '' },
    wrong: ['url', 'key'],
  },
]

test.each(merchantForms)('$path reports every mistake at once, each beside its field', form => readsAll(merchant, form))

test.each(operatorForms)('$path of the operator reports every mistake at once, each beside its field', form =>
  readsAll(operator, form),
)

async function readsAll(visitor: Visitor, { path, fields, wrong }: WrongForm): Promise<void> {
  const { status, text } = await visitor.post(`${path}?lang=id`, fields)
  expect(status, path).toBe(400)
  expect([...text.matchAll(/id="([\w-]+)-wrong"/g)].map(([, id]) => id).sort(), path).toEqual([...wrong].sort())
  expect(text).toContain('aria-invalid="true"')
}

test('an empty required field is reported in the language of the page', async () => {
  for (const language of ['id', 'en'] as const) {
    const typed = { act: 'add', name: '', pin: '' }
    const { text } = await merchant.post(`/dashboard/counter?lang=${language}`, typed)
    const said = describeFieldProblem(language, { code: 'wrong_length', min: 1, max: 60 })
    expect(text).toContain(`<small class="wrong" id="name-wrong">${said}</small>`)
  }
})

test('forms report their mistakes themselves, because the browser shows one at a time in its own language', () => {
  const root = path.join(import.meta.dirname, '../../src/web')
  const files = ['dashboard', 'operator', 'parts', 'sign-in'].flatMap(folder =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.ts'))
      .map(name => path.join(root, folder, name)),
  )
  const forms = files.flatMap(file => [...fs.readFileSync(file, 'utf8').matchAll(/<form[^>]*method="post"[^>]*>/g)])
  expect(forms.length).toBeGreaterThan(50)
  expect(forms.map(([form]) => form).filter(form => !form.includes('novalidate'))).toEqual([])
})
