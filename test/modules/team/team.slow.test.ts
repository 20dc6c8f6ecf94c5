import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Membership } from '../../../src/people/membership.ts'
import { User } from '../../../src/people/user.ts'
import type { Visitor } from '../../web/browse.ts'
import { createVisitor } from '../../web/browse.ts'
import { confirmed, signInAs } from '../../web/dashboard/members.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'

let shop: WebShop
let owner: Visitor

beforeAll(async () => {
  shop = await createWebShop()
  owner = await signInAs(shop)
})
afterAll(() => shop.close())

const password = 'susu jahe gula batu'
const newcomer = (username: string) => ({ act: 'create', username, display_name: 'Wati', password })

/** Creates an invitation and returns the path of its link. */
async function invite(name: string, role = 'support'): Promise<string> {
  const { text } = await owner.post('/dashboard/team/invitations', { act: 'make', name, role })
  return /\/join\/[\w-]+/.exec(text)![0]
}

describe('an invitation link', () => {
  test('an invitation link makes its reader a member with their own password, once', async () => {
    const link = await invite('Wati')
    const guest = createVisitor(shop)
    expect((await guest.get(link)).text).toContain('Kamu diundang sebagai')
    expect((await guest.post(link, newcomer('wati-warung'))).location).toContain('/dashboard')
    expect((await guest.get('/dashboard')).status).toBe(200)
    const user = await shop.app.em('shared').findOneOrFail(User, { username: 'wati-warung' })
    const member = await shop.app.em('installation').findOneOrFail(Membership, { user: user.id })
    expect(member).toMatchObject({ role: 'support', account: { id: shop.demo.accountId } })
    const late = createVisitor(shop)
    const gone = await late.get(link)
    expect([gone.status, gone.text]).toEqual([404, expect.stringContaining('tidak berlaku lagi')])
    expect((await late.post(link, newcomer('telat'))).status).toBe(404)
    expect(await shop.app.em('shared').count(User, { username: 'telat' })).toBe(0)
  })

  test('an invitation link used twice simultaneously adds one member', async () => {
    const link = await invite('Berdua')
    const answers = await Promise.all(
      ['satu-duluan', 'dua-duluan'].map(name => createVisitor(shop).post(link, newcomer(name))),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 404])
    expect(await shop.app.em('shared').count(User, { username: ['satu-duluan', 'dua-duluan'] })).toBe(1)
  })

  test('an invitation link lets a signed-in user join with one press', async () => {
    const link = await invite('Dari toko lain', 'finance')
    const other = await signInAs(shop, { accountId: shop.second.accountId, username: 'tetangga-toko' })
    expect((await other.get(link)).text).toContain('value="join"')
    expect((await other.post(link, { act: 'join' })).status).toBe(303)
    const user = await shop.app.em('shared').findOneOrFail(User, { username: 'tetangga-toko' })
    const roles = await shop.app.em('installation').find(Membership, { user: user.id }, { orderBy: { id: 'asc' } })
    expect(roles.map(({ role }) => role)).toEqual(['owner', 'finance'])
  })

  test('an invitation link is refused once it was withdrawn or is older than seven days', async () => {
    const link = await invite('Dicabut')
    const { text } = await owner.get('/dashboard/team/invitations')
    const invitation = /name="invitation" value="(\d+)"/.exec(text)![1]!
    await owner.post('/dashboard/team/invitations', { act: 'withdraw', invitation })
    expect((await createVisitor(shop).post(link, newcomer('dicabut'))).status).toBe(404)
  })

  test('an invitation link explains wrong input, and stays valid', async () => {
    const link = await invite('Salah ketik')
    const guest = createVisitor(shop)
    const { status, text } = await guest.post(link, { ...newcomer('x'), password: '1' })
    expect(status).toBe(400)
    expect(text).toContain('Periksa lagi: Nama pengguna')
    expect((await guest.post(link, newcomer('benar-sekarang'))).status).toBe(303)
  })

  test('only owners can create invitation links', async () => {
    const support = await signInAs(shop, { role: 'support' })
    expect((await support.get('/dashboard/team/invitations')).status).toBe(403)
    const made = await support.post('/dashboard/team/invitations', { act: 'make', name: 'x', role: 'owner' })
    expect(made.status).toBe(403)
    const unknown = await createVisitor(shop).get('/join/tidak-ada')
    expect([unknown.status, unknown.text]).toEqual([404, expect.stringContaining('tidak berlaku lagi')])
  })
})

describe('the permissions of a member', () => {
  const usual = { refund: 'yes', discount: 'yes', price: 'yes', stock: 'yes', refund_max: '' }
  async function limited(username: string, role: 'support' | 'finance', limits: Partial<typeof usual>) {
    const visitor = await signInAs(shop, { role, username })
    const { id } = await shop.app.em('shared').findOneOrFail(User, { username })
    const fields = { act: 'save', user: String(id), ...usual, ...limits }
    expect((await owner.post('/dashboard/team/limits', fields)).status).toBe(303)
    return visitor
  }

  async function decide(act: 'approve' | 'decline'): Promise<void> {
    const { text } = await owner.get('/dashboard/team/limits')
    const request = /name="request" value="(\d+)"/.exec(text)![1]!
    expect((await owner.post('/dashboard/team/limits', { act, request })).status).toBe(303)
  }

  test('permissions refuse exactly what the owner forbade', async () => {
    const member = await limited('tanpa-harga', 'support', { price: 'no' })
    const product = { name: 'Terlarang', kind: 'service', mode: 'unlimited', price: '5000' }
    expect((await member.post('/dashboard/catalog/new', { act: 'create', ...product })).status).toBe(403)
    expect((await member.get('/dashboard/catalog')).text).not.toContain('Terlarang')
  })

  test("a refund above the member's limit waits until an owner approves it, once", async () => {
    const member = await limited('kasir-besar', 'finance', { refund: 'ask', refund_max: '20.000' })
    const invoices: string[] = []
    for (let count = 0; count < 2; count++) {
      const invoice = await shop.invoice({ amount: 50_000 })
      await shop.work()
      await shop.pay(invoice)
      invoices.push(invoice)
    }
    const path = `/dashboard/payments/${invoices[0]}`
    const held = await confirmed(member, path, { act: 'refund' })
    expect(held.location).toContain('done=asked_owner')
    expect((await owner.get('/dashboard')).text).toContain('Permintaan tim yang menunggu persetujuan')
    expect((await member.get('/dashboard')).text).not.toContain('Permintaan tim yang menunggu persetujuan')
    await confirmed(member, path, { act: 'refund' })
    expect((await owner.get('/dashboard/team/limits')).text.match(/name="request"/g)).toHaveLength(1)
    await decide('approve')
    expect((await confirmed(member, `/dashboard/payments/${invoices[1]}`, { act: 'refund' })).location).toContain(
      'asked_owner',
    )
    expect((await confirmed(member, path, { act: 'refund' })).location).toContain('done=saved')
    await decide('decline')
    const declined = await confirmed(member, `/dashboard/payments/${invoices[1]}`, { act: 'refund' })
    expect(declined.location).toContain('asked_owner')
    const small = await shop.invoice({ amount: 10_000 })
    await shop.work()
    await shop.pay(small)
    const noted = await confirmed(member, `/dashboard/payments/${small}`, { act: 'refund' })
    expect(noted.location).toContain('done=saved')
  })

  test('permissions never limit owners, who set them for members of their own account', async () => {
    const { id } = await shop.app.em('shared').findOneOrFail(User, { username: 'tetangga-toko' })
    const stranger = await signInAs(shop, { accountId: shop.second.accountId })
    const fields = { act: 'save', user: String(id + 1000), ...usual }
    expect((await stranger.post('/dashboard/team/limits', fields)).status).toBe(404)
    const support = await signInAs(shop, { role: 'support' })
    expect((await support.post('/dashboard/team/limits', { ...fields, user: String(id) })).status).toBe(403)
  })

  test('permissions refuse a limit that is not an amount', async () => {
    await signInAs(shop, { role: 'finance', username: 'batas-aneh' })
    const { id } = await shop.app.em('shared').findOneOrFail(User, { username: 'batas-aneh' })
    for (const refund_max of ['banyak', '0', '-5']) {
      const fields = { act: 'save', user: String(id), ...usual, refund_max }
      expect((await owner.post('/dashboard/team/limits', fields)).status).toBe(400)
    }
  })
})
