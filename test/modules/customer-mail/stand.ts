import { randomInt } from 'node:crypto'
import { waitUntilFinished } from '../../../src/lib/started.ts'
import { deliverMails } from '../../../src/modules/customer-mail/deliver-mails.ts'
import { type Mailbox, openMailbox } from '../../kit/mailbox.ts'
import { invoice, newCustomer, openStall, type Stall, shelves } from '../../orders/store.ts'
import { createVisitor } from '../../web/browse.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'

/** A shop with goods, and a real SMTP server: tests check the messages that it received. */
export interface MailStand {
  mailbox: Mailbox
  shop: WebShop
  stall: Stall
  /** Sends what is due. */
  deliver(): Promise<void>
  /** Creates an unpaid order whose customer typed an address on its page. */
  orderWithEmail(email?: string): ReturnType<typeof orderByEmail>
  close(): Promise<void>
}

export async function openMailStand(): Promise<MailStand> {
  const mailbox = await openMailbox()
  const settings = { SMTP_URL: mailbox.url, MAIL_FROM: 'Warung <warung@example.id>' }
  const shop = await createWebShop({}, {}, { settings })
  const stall = await openStall(shop.app, shop.demo, shelves.replace('stock: 3', 'stock: 100'))
  return {
    mailbox,
    shop,
    stall,
    // The second e-mail about one order waits for the first one.
    async deliver() {
      for (let round = 0; round < 3; round++) await waitUntilFinished(deliverMails(shop.app, 100))
    },
    orderWithEmail: (email = drawEmail()) => orderByEmail(shop, stall, email),
    async close() {
      await shop.close()
      await mailbox.close()
    },
  }
}

export const drawEmail = () => `rina${randomInt(1_000_000)}@example.id`

async function orderByEmail(shop: WebShop, stall: Stall, email: string) {
  const { order, payment } = await invoice(stall, await newCustomer(stall), { mug: 1 })
  await shop.work()
  const visitor = createVisitor(shop)
  const { text } = await visitor.get(`/pay?invoice=${payment.invoiceId}`)
  const action = /action="(\/order-mail\?[^"]*)"/.exec(text)![1]!
  const answer = await visitor.post(action, { act: 'wish', email })
  return { ...order, invoiceId: payment.invoiceId, finalAmount: payment.finalAmount, email, action, answer }
}

/** Returns the subject of each received message. */
export const listSubjects = ({ received }: Mailbox) => received.map(({ raw }) => decoded(headerOf(raw, 'Subject')))

/** Returns a header of a message as it was sent. */
export const headerOf = (raw: string, name: string) =>
  new RegExp(`^${name}:\\s*(.*(?:\\r\\n[ \\t].*)*)`, 'm').exec(raw)![1]!
// Decodes RFC 2047 as nodemailer writes it: words of UTF-8 in quoted-printable, joined without the blank between them.
function decoded(header: string): string {
  const words = header.replace(/\?=\s+=\?UTF-8\?Q\?/gi, '').replace(/=\?UTF-8\?Q\?(.*?)\?=/gi, '$1')
  const bytes = words
    .replaceAll('_', ' ')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number(`0x${hex}`)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
