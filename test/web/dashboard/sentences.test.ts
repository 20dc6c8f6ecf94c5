import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AuditEntry } from '../../../src/accounts/audit-entry.ts'
import { addSentence } from '../../../src/connecting/add-sentence.ts'
import { createConnection } from '../../../src/connections/create-connection.ts'
import { createKey } from '../../../src/keys/create-key.ts'
import { createAccount } from '../../../src/people/create-account.ts'
import type { Role } from '../../../src/people/membership.ts'
import { forward, money, secret } from '../../connectors/mutations/phone.ts'
import { create, statusOf } from '../../payments/scenario.ts'
import { createWebShop, type WebShop } from '../web-shop.ts'
import { confirmed, signInAs } from './members.ts'

let shop: WebShop

beforeAll(async () => {
  shop = await createWebShop()
})
afterAll(() => shop.close())

const packageName = 'id.bank.contoh'
let phones = 0

/** A merchant whose phone forwards an app that Warung does not know, and one notification of it that paid nothing. */
async function unreadOfNewBank(title = 'Bank Contoh') {
  const { id: accountId } = await createAccount(shop.app, {
    name: `kalimat${++phones}`,
    isVerified: true,
    plan: 'premium',
  })
  const account = `0814${1e6 + phones}`
  const connectionId = await createConnection(shop.app, {
    ...{ accountId, connector: 'mutations', mode: 'test', label: 'HP' },
    credentials: { method: 'wallet_direct', dialect: 'native', secret, apps: [packageName], account },
  })
  const key = await createKey(shop.app, { accountId, mode: 'test', label: 'x', isRateLimited: false })
  const order = () => create(shop, { amount: 20_000 + randomInt(9_000) }, key)
  const report = (amount: number, more: object = {}) =>
    forward(shop, connectionId, money(amount, { package_name: packageName, title, text: worded(amount), ...more }))
  await report(19_017)
  const [{ id }] = (await shop.app.sql.query<{ id: number }>(
    'select id from unread_notification where connection_id = $1',
    [connectionId],
  )) as [{ id: number }]
  const path = `/dashboard/connections/${connectionId}`
  const visit = (role: Role = 'owner') => signInAs(shop, { role, accountId })
  return { accountId, connectionId, account, key, order, report, path, page: `${path}/unread/${id}/sentence`, visit }
}

const worded = (amount: number) => `Saldo bertambah Rp${amount.toLocaleString('id')} oleh SITI CONTOH di Bank Contoh.`
const sentence = 'Saldo bertambah {amount} oleh {payer} di Bank Contoh.'

describe('a sentence added from a notification that was not understood', () => {
  test('is shown with what it reads before it is saved, and pays from then on', async () => {
    const phone = await unreadOfNewBank()
    const owner = await phone.visit()
    expect((await owner.get(phone.page.replace('/sentence', ''))).text).toContain(phone.page)
    const form = await owner.get(`${phone.page}?lang=en`)
    expect(form.text).toContain('Saldo bertambah {amount} oleh SITI CONTOH di Bank Contoh.')
    expect(form.text).toContain('Only under the title “Bank Contoh”')
    const fields = { act: 'save', sentence, only_title: 'on' }
    const preview = await owner.post(phone.page, fields)
    expect(preview.text).toMatch(/Amount that it reads<\/dt><dd>Rp.?19\.017/)
    expect(preview.text).toContain('SITI CONTOH')
    const before = await phone.order()
    await phone.report(before.final_amount)
    expect(await statusOf(shop, before, phone.key)).toBe('pending')

    expect((await confirmed(owner, phone.page, fields)).location).toBe(`${phone.path}?done=added`)
    const payment = await phone.order()
    await phone.report(payment.final_amount)
    expect(await statusOf(shop, payment, phone.key)).toBe('paid')
    const other = await phone.order()
    await phone.report(other.final_amount, { title: 'BUDI' })
    expect(await statusOf(shop, other, phone.key)).toBe('pending')
    const entries = await shop.app.em('installation').find(AuditEntry, { act: 'connection.sentence' })
    expect(entries.map(({ detail }) => detail)).toContainEqual({ package: packageName, sentence })
  })

  test('is for owner and finance', async () => {
    const phone = await unreadOfNewBank()
    for (const role of ['support', 'read_only'] as const) {
      const member = await phone.visit(role)
      expect((await member.get(phone.page)).status).toBe(403)
      expect((await confirmed(member, phone.page, { act: 'save', sentence })).status).toBe(403)
    }
    const finance = await phone.visit('finance')
    expect((await confirmed(finance, phone.page, { act: 'save', sentence })).location).toContain('done=added')
  })

  test.each([
    ['without an amount', 'Saldo bertambah oleh {payer}'],
    ['that does not fit the notification', 'Uang masuk {amount} dari {payer}'],
    ['of placeholders alone', '{payer} {amount} {any}'],
    ['that is too long', `${'x'.repeat(300)} {amount}`],
  ])('is refused %s, and nothing is stored', async (_name, wrong) => {
    const phone = await unreadOfNewBank()
    const owner = await phone.visit()
    const answer = await confirmed(owner, phone.page, { act: 'save', sentence: wrong })
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('Kalimat')
    const payment = await phone.order()
    await phone.report(payment.final_amount)
    expect(await statusOf(shop, payment, phone.key)).toBe('pending')
  })

  test('of another merchant’s notification cannot be added', async () => {
    const phone = await unreadOfNewBank()
    const stranger = await (await unreadOfNewBank()).visit()
    expect((await stranger.get(phone.page)).status).toBe(404)
    expect((await confirmed(stranger, phone.page, { act: 'save', sentence })).status).toBe(404)
    const lesson = { packageName, title: null, sentence }
    const refused = addSentence(shop.app, (await unreadOfNewBank()).accountId, {
      connectionId: phone.connectionId,
      lesson,
    })
    await expect(refused).rejects.toMatchObject({ code: 'not_found' })
  })

  test('stays when the other credentials are replaced in the dashboard, where packages can be typed', async () => {
    const phone = await unreadOfNewBank()
    const owner = await phone.visit()
    await confirmed(owner, phone.page, { act: 'save', sentence })
    const form = await owner.get(`${phone.path}/credentials?lang=en`)
    expect(form.text).toContain('Other apps')
    const replaced = await owner.post(`${phone.path}/credentials`, {
      ...{ act: 'replace', method: 'wallet_direct', dialect: 'native', account: phone.account },
      apps: `id.dana, ${packageName}  com.contoh.lain`,
    })
    expect(replaced.location).toContain('done=saved')
    const stored = await credentialsOf(phone.connectionId)
    expect(stored.apps).toEqual(['id.dana', packageName, 'com.contoh.lain'])
    expect(stored.sentences).toEqual([{ app: packageName, packages: [packageName], sentences: [sentence] }])
    expect(stored.secret).not.toBe(secret)
  })
})

async function credentialsOf(connectionId: number) {
  const [row] = await shop.app.sql.query<{ sealed_credentials: string }>(
    'select sealed_credentials from connection where id = $1',
    [connectionId],
  )
  return JSON.parse(shop.app.seal.open(row!.sealed_credentials, `connection|credentials|${connectionId}`))
}
