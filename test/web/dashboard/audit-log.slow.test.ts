import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuditedAct, recordAct } from '../../../src/accounts/audit.ts'
import type { AuditAct } from '../../../src/accounts/audit-act.ts'
import { createUser } from '../../../src/people/create-user.ts'
import { createVisitor, type Visitor } from '../browse.ts'
import { createWebShop, type WebShop } from '../web-shop.ts'
import { password, signInAs } from './members.ts'

let shop: WebShop
let merchant: Visitor
let operator: Visitor

beforeAll(async () => {
  shop = await createWebShop()
  merchant = await signInAs(shop)
  await createUser(shop.app, { username: 'boss', password, isOperator: true })
  operator = createVisitor(shop)
  await operator.post('/operator/sign-in', { act: 'in', username: 'boss', password })
})
afterAll(() => shop.close())

const note = (line: Partial<AuditedAct>) =>
  shop.app.transaction('installation', tx =>
    recordAct(shop.app, tx, {
      accountId: shop.demo.accountId,
      actor: 'user 777',
      act: 'key.revoked',
      subject: 'key 12',
      address: '203.0.113.7',
      ...line,
    }),
  )

/** Returns the lines of a page, newest first, as a person reads them. */
const linesOf = (text: string) =>
  [...text.matchAll(/<tr><td[\s\S]*?<\/tr>/g)].map(([line]) =>
    line
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )

test('the audit log shows actions, subjects and actors in words, in both languages', async () => {
  await note({})
  await note({ act: 'connection.added', subject: 'connection 3', detail: { connector: 'wallet', mode: 'test' } })
  await note({ act: 'transfer.accepted', subject: 'transfer 5', actor: 'rule late money' })
  const { text } = await merchant.get('/dashboard/audit')
  expect(linesOf(text).slice(0, 3)).toEqual([
    expect.stringMatching(/^Uang diterima untuk tagihan transfer 5 aturan uang terlambat /),
    expect.stringMatching(/^Koneksi ditambahkan koneksi 3 mode: uji · penyedia: wallet pengguna 777 /),
    expect.stringMatching(/^API key dicabut API key 12 pengguna 777 203\.0\.113\.7 /),
  ])
  const english = (await merchant.get('/dashboard/audit?lang=en')).text
  expect(linesOf(english).slice(0, 3)).toEqual([
    expect.stringMatching(/^Money accepted for a payment transfer 5 rule for late money /),
    expect.stringMatching(/^Connection added connection 3 mode: test · provider: wallet user 777 /),
    expect.stringMatching(/^API key revoked API key 12 user 777 203\.0\.113\.7 /),
  ])
  // The page must not show the values of the filter's choices.
  const read = text.replaceAll(/<[^>]+>/g, ' ')
  for (const id of ['connection.added', 'transfer.accepted', 'key.revoked']) expect(read).not.toContain(id)
})

test('the audit log shortens a random id to its end, but copies it whole', async () => {
  await note({ act: 'product.options', subject: 'product gmkyDDlMdPARUduKmnjJiQ' })
  const { text } = await merchant.get('/dashboard/audit?lang=en')
  expect(text).toContain('product <code class="short-number"><span>gmkyDDlMdPARUduK</span>mnjJiQ</code>')
})

test('the audit log shows operators the same words, with the internal name of the action below', async () => {
  await note({ accountId: null, actor: 'operator 3', act: 'method.off', subject: 'method qris' })
  const { text } = await operator.get('/operator/audit')
  expect(linesOf(text)[0]).toMatch(/^Metode pembayaran dinonaktifkan metode qris method\.off operator 3 /)
})

test('the audit log shows an unknown action as it is stored, with its markup escaped', async () => {
  for (const act of ['shelf.<b>dusted</b>', 'constructor']) await note({ act: act as AuditAct, subject: 'toString 4' })
  const { text } = await merchant.get('/dashboard/audit')
  expect(text).toMatch(/<b>shelf\.&lt;b&gt;dusted&lt;\/b&gt;<\/b> <a [^>]*>toString 4</)
  expect(text).toMatch(/<b>constructor<\/b> <a [^>]*>toString 4</)
})

test('the audit log shows people by name, and names operators only to other operators', async () => {
  const { id } = await createUser(shop.app, { username: 'rini', password })
  const [boss] = await shop.app.sql.query<{ id: number }>(`select id from app_user where username = 'boss'`)
  await note({ act: 'member.removed', subject: `user ${id}`, actor: `operator ${boss!.id}` })
  expect(linesOf((await merchant.get('/dashboard/audit?lang=id')).text)[0]).toContain(
    `Anggota dikeluarkan rini operator ${boss!.id} `,
  )
  const shown = (await operator.get(`/operator/audit?lang=id&account=${shop.demo.accountId}`)).text
  expect(linesOf(shown)[0]).toMatch(/Anggota dikeluarkan rini .*boss /)
})

test('the audit log shows details in words, with rupiah and yes or no, and omits empty ones', async () => {
  await note({ act: 'payment.refunded', subject: 'INV-9', detail: { amount: -113_054 } })
  await note({ act: 'key.created', subject: 'key 13', detail: { scopes: [], name: 'Kasir depan', note: null } })
  await note({ act: 'connection.added', subject: 'connection 4', detail: { kind: 'kasir', mode: 'test' } })
  const [connection, key, refund] = linesOf((await merchant.get('/dashboard/audit?lang=id')).text)
  expect(refund).toMatch(/ INV-9 nominal: [-−]Rp.113\.054 /)
  expect(key).toContain(' API key 13 nama: Kasir depan pengguna 777')
  expect(connection).toContain('jenis: kasir · mode: uji')
})

test('the audit log filters by action, person, object and day, and older pages keep the filter', async () => {
  const [{ id: owner } = { id: 0 }] = await shop.app.sql.query<{ id: number }>(
    'select user_id as id from membership where account_id = $1 order by id limit 1',
    [shop.demo.accountId],
  )
  for (let times = 0; times < 51; times++) await note({ act: 'product.moved', actor: `user ${owner}`, subject: 'shop' })
  await note({ act: 'stock.threshold', actor: `user ${owner}`, subject: 'variant 9' })
  await note({ act: 'stock.threshold', actor: 'command', subject: 'variant 8' })
  const shown = async (query: string) => linesOf((await merchant.get(`/dashboard/audit?${query}`)).text)
  expect(await shown('act=stock.threshold')).toEqual([
    expect.stringContaining('varian 8 baris perintah'),
    expect.stringContaining('varian 9'),
  ])
  expect(await shown('act=stock.threshold&who=command&from=&to=')).toHaveLength(1)
  const today = shop.app.calendar.formatDay(shop.app.now())
  expect(await shown(`act=stock.threshold&from=${today}&to=${today}`)).toHaveLength(2)
  expect(await shown('act=stock.threshold&to=2020-01-01')).toEqual([])
  // By an object as it is stored, as it is read in Indonesian, and by the end of its number, but not as a pattern.
  for (const [about, found] of Object.entries({ 'variant 9': 1, 'Varian 9': 1, '%': 0, 'variant _': 0 })) {
    expect([about, await shown(`about=${encodeURIComponent(about)}`)]).toMatchObject([about, { length: found }])
  }
  await note({ act: 'payment.refunded', subject: 'INV-CZSRHR2XGY9QFHM5YCHN' })
  expect(await shown('about=m5ychn')).toEqual([expect.stringContaining('INV-CZSRHR2XGY9QFHM5YCHN')])
  const linked = await merchant.get('/dashboard/audit?about=m5ychn')
  expect(linked.text).toMatch(/<a href="[^"]*about=INV-CZSRHR2XGY9QFHM5YCHN">/)
  await note({ act: 'member.changed', subject: `user ${owner}` })
  const [{ username } = { username: '' }] = await shop.app.sql.query<{ username: string }>(
    'select username from app_user where id = $1',
    [owner],
  )
  expect(await shown(`about=${username}&act=member.changed`)).toHaveLength(1)
  const first = await merchant.get(`/dashboard/audit?act=product.moved&who=user+${owner}`)
  expect(linesOf(first.text)).toHaveLength(50)
  const next = /href="([^"]*before=\d+[^"]*)"/.exec(first.text)![1]!.replaceAll('&amp;', '&')
  expect(linesOf((await merchant.get(next)).text)).toHaveLength(1)
  expect((await merchant.get('/dashboard/audit?from=kemarin')).status).toBe(400)
})
