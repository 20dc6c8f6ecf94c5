import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandActor } from '../../../src/accounts/audit.ts'
import { formatRupiah } from '../../../src/lib/money.ts'
import { waitUntilFinished } from '../../../src/lib/started.ts'
import { deliverAlerts } from '../../../src/modules/alerts/deliver-alerts.ts'
import { makePushKey } from '../../../src/modules/alerts/push-key.ts'
import { setLimits } from '../../../src/modules/team/guard-act.ts'
import { User } from '../../../src/people/user.ts'
import { type Mailbox, openMailbox } from '../../kit/mailbox.ts'
import type { Visitor } from '../../web/browse.ts'
import { confirmed, signInAs } from '../../web/dashboard/members.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'
import { openPushService, type PushService } from '../alerts/push-service.ts'

let service: PushService
let mailbox: Mailbox
let shop: WebShop

beforeAll(async () => {
  service = await openPushService()
  mailbox = await openMailbox()
  const settings = { OUTBOUND_ALLOW: service.door, SMTP_URL: mailbox.url, MAIL_FROM: 'Warung <warung@example.id>' }
  shop = await createWebShop({}, {}, { settings })
  await makePushKey(shop.app)
})
afterAll(async () => {
  await shop.close()
  await mailbox.close()
  await service.close()
})

const want = (visitor: Visitor, channel: string) =>
  visitor.post('/dashboard/alerts', { act: 'save', channel, kinds: 'approval' })
const subscribe = (visitor: Visitor) =>
  visitor.post('/dashboard/alerts', { act: 'subscribe', ...service.addBrowser() } as Record<string, string>)

test('a request for approval alerts owners by push and e-mail, with a link that opens it, but no members', async () => {
  const owner = await signInAs(shop, { username: 'pemilik-restu' })
  const verified = { email: 'pemilik-restu@example.id', emailVerifiedAt: shop.app.now() }
  await shop.app.em('installation').nativeUpdate(User, { username: 'pemilik-restu' }, verified)
  await subscribe(owner)
  for (const channel of ['push', 'email']) await want(owner, channel)
  const member = await signInAs(shop, { role: 'finance', username: 'minta-restu' })
  await subscribe(member)
  const { id: userId } = await shop.app.em('shared').findOneOrFail(User, { username: 'minta-restu' })
  const limits = { refund: 'ask', discount: 'yes', price: 'yes', stock: 'yes', refundMax: null } as const
  await setLimits(shop.app, shop.demo.accountId, { userId, ...limits }, commandActor)
  const invoiceId = await shop.invoice({ amount: 50_000 })
  await shop.work()
  await shop.pay(invoiceId)
  const asked = await confirmed(member, `/dashboard/payments/${invoiceId}`, { act: 'refund' })
  expect(asked.location).toContain('asked_owner')
  await waitUntilFinished(deliverAlerts(shop.app, 100))

  const [{ paid }] = (await shop.app.sql.query<{ paid: number }>(
    'select paid_amount as paid from payment where invoice_id = $1',
    [invoiceId],
  )) as [{ paid: number }]
  const pushed = service.received.filter(({ message }) => message.tag.startsWith('approval'))
  const title = 'minta-restu minta persetujuanmu'
  expect(pushed.map(({ message }) => message)).toMatchObject([
    { title, body: `Mengembalikan uang: ${formatRupiah(paid)}` },
  ])
  const { pathname, hash } = new URL(pushed[0]!.message.url)
  expect((await owner.get(pathname)).text).toContain(`id="${hash.slice(1)}"`)
  expect(mailbox.received.map(({ to }) => to)).toEqual([[verified.email]])
  expect(mailbox.received[0]!.text).toContain(`${pathname}${hash}`)
})
