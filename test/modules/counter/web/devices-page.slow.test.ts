import { afterAll, beforeAll, expect, test } from 'vitest'
import { createVisitor } from '../../../web/browse.ts'
import { confirmed, signInAs } from '../../../web/dashboard/members.ts'
import { createWebShop, type WebShop } from '../../../web/web-shop.ts'

let shop: WebShop
beforeAll(async () => {
  shop = await createWebShop()
})
afterAll(() => shop.close())

const devices = '/dashboard/devices'
const codeOf = (text: string) => /data-testid="pairing-code"><code>([0-9A-Z]{4}-[0-9A-Z]{4})</.exec(text)![1]!

test('an owner creates a pairing code, a phone becomes the counter with it, and revoking ends that', async () => {
  const owner = await signInAs(shop)
  expect((await owner.get(devices)).text).toContain('Belum ada perangkat.')
  const made = await owner.post(devices, { act: 'invite', name: 'Tablet <b>' })
  expect(made.text).toContain(`${shop.url}/kasir`)
  const code = codeOf(made.text)

  const phone = createVisitor(shop)
  // A chat app opens the link for a preview, which must not pair it.
  for (let time = 0; time < 3; time++)
    expect((await phone.get(`/kasir?code=${code}`)).text).toContain(`value="${code}"`)
  const paired = await phone.post('/kasir', { code })
  expect(paired.status).toBe(303)
  const cookie = paired.headers.getSetCookie().find(line => line.startsWith('warung-kasir='))
  expect(cookie).toMatch(/path=\/kasir; expires=[^;]+; samesite=lax; httponly$/)
  expect((await phone.get('/kasir')).text).toContain('Tablet &lt;b&gt;')

  // The device can open only the counter.
  for (const path of ['/dashboard', devices, '/dashboard/payments', '/operator']) {
    const { status, location } = await phone.get(path)
    expect([status, location], path).toEqual([303, expect.stringContaining('/sign-in')])
  }
  const again = createVisitor(shop)
  expect((await again.post('/kasir', { code })).status).toBe(401)

  const id = /name="device" value="(\d+)"/.exec((await owner.get(devices)).text)![1]!
  const question = await owner.post(devices, { act: 'revoke', device: id })
  expect(question.text).toMatch(/Terakhir dipakai hari ini \d\d\.\d\d\. Perangkat itu langsung tidak bisa dipakai lagi/)
  await confirmed(owner, devices, { act: 'revoke', device: id })
  const out = await phone.get('/kasir')
  expect(out.text).toContain('sudah dilepas')
  // The phone can still send the sales that it made without a network.
  expect(phone.cookies.has('warung-kasir')).toBe(true)
})

test('an owner sells on the current device by one button, which pairs it and opens its page', async () => {
  const owner = await signInAs(shop)
  const counter = '/dashboard/counter'
  expect((await owner.get(counter)).text).not.toContain('Pakai perangkat ini')
  await owner.post(counter, { act: 'add', name: 'Sari', pin: '271828' })
  expect((await owner.get(counter)).text).toContain('Pakai perangkat ini')
  const { location } = await owner.post(counter, { act: 'here' })
  expect(location).toBe('/kasir')
  expect(owner.cookies.has('warung-kasir')).toBe(true)
  expect((await owner.get('/kasir')).text).not.toContain('name="code"')
  const support = await signInAs(shop, { role: 'support' })
  expect((await support.post(counter, { act: 'here' })).status).toBe(403)
})

test('a form of another site cannot pair a device, and only members with settings can create a code', async () => {
  const owner = await signInAs(shop)
  const code = codeOf((await owner.post(devices, { act: 'invite', name: 'Tablet' })).text)
  const foreign = { 'sec-fetch-site': 'cross-site' }
  expect((await createVisitor(shop).post('/kasir', { code }, foreign)).status).toBe(403)
  const support = await signInAs(shop, { role: 'support' })
  expect((await support.post(devices, { act: 'invite', name: 'Tablet' })).status).toBe(403)
  expect((await createVisitor(shop).post('/kasir', { code })).status).toBe(303)
})
