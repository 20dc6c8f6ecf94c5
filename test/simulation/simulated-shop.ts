import { openStall } from '../orders/store.ts'
import type { Visitor } from '../web/browse.ts'
import { signInAs } from '../web/dashboard/members.ts'
import { createWebShop, type WebShop } from '../web/web-shop.ts'
import type { Act } from './act.ts'
import { Model } from './model.ts'
import { allowOffline, openCounter } from './of-modules.ts'
import { addLiveMoney } from './perform-balance.ts'
import { performers } from './performers.ts'
import { openTroubles } from './troubles.ts'
import { openWebhook, type Webhook } from './webhook.ts'
import type { Option, World } from './world.ts'

/** A real shop with other processes on its database, and the model of its expected state. */
export interface SimulatedShop {
  shop: WebShop
  model: Model
  webhook: Webhook
  /** The API key of the account that withdraws money. */
  liveKey: string
  /** Opens a browser with a newly signed-in owner: a session does not last a month. */
  signIn(): Promise<Visitor>
  /** Whether a time written by the shop is this many minutes after the start, in whole seconds. */
  isAt(time: string, minutes: number): boolean
  /** Whether a process was killed, which may have sent a callback without recording it. */
  hasKilled(): boolean
  /** Performs an act in the shop and in the model. Throws if their answers differ. */
  perform(act: Act): Promise<void>
  close(): Promise<void>
}

export async function openSimulatedShop(world: World): Promise<SimulatedShop> {
  const webhook = await openWebhook()
  const settings = { OUTBOUND_ALLOW: webhook.host }
  // Neighbours have the same kinds of rows in other accounts and modes.
  const shop = await createWebShop({}, {}, { isAlone: false, isClockStopped: true, settings })
  await webhook.subscribe(shop)
  const startedAt = shop.app.now().getTime()
  const model = new Model(world, startedAt)
  const stall = await openStall(shop.app, shop.demo, writeCatalog(world))
  await emptyLiveStock(shop, world)
  const counter = await openCounter(shop)
  await linkMerchantChat(shop)
  const liveKey = await addLiveMoney(shop, world.balance)
  const { discountMax: discountMaxPercent } = world
  await allowOffline(shop, { offlineCounted: true, discountMaxPercent })
  model.openShift(counter.shift, 100_000)
  const troubles = await openTroubles({ shop, model, settings })
  const { detect } = troubles
  const perform = { ...performers({ shop, stall, counter, model, liveKey, detect }), ...troubles.perform }
  return {
    shop,
    model,
    webhook,
    liveKey,
    signIn: () => signInAs(shop, { role: 'owner' }),
    isAt(time, minutes) {
      // The tests' shops write times in Jakarta's zone.
      const lateMs = Date.parse(`${time.replace(' ', 'T')}+07:00`) - startedAt - minutes * 60_000
      return lateMs > -1_000 && lateMs <= 0
    },
    hasKilled: troubles.hasKilled,
    async perform(act) {
      await perform[act.do](act as never)
      if (bringMoney.has(act.do) || (await troubles.isTroubled())) await detect()
      else await troubles.work()
    },
    async close() {
      await troubles.close()
      await shop.close()
      await webhook.close()
    },
  }
}

/** Empties the stock of live mode, from which no order of test mode may take anything. */
async function emptyLiveStock(shop: WebShop, { goods }: World): Promise<void> {
  for (const { product, variant, count, isSent } of Object.values(goods)) {
    if (count === null || isSent) continue
    const body = { product, ...(variant !== 'only' && { variant }), available: 0 }
    const { status } = await shop.api('/set-stock', { key: shop.keys.live, body })
    if (status !== 200) throw new Error(`${product} ${variant} has no stock in live mode`)
  }
}

/** Links a chat of the merchant on the platform's bot. */
async function linkMerchantChat({ app, demo }: WebShop): Promise<void> {
  await app.sql.write(
    `insert into bot (id, mode, username, first_name, me, sealed_token, hook_id)
     values (1, 'live', 'platform_bot', 'Warung', '{}', '', 'platform')`,
  )
  await app.sql.write(
    `insert into merchant_chat (account_id, chat_id, name, language, linked_at) values ($1, 4711, 'Siti', 'id', $2)`,
    [demo.accountId, app.now()],
  )
}

/** After these acts both processes look for money at once. */
const bringMoney: ReadonlySet<Act['do']> = new Set([
  'wait',
  'jump',
  'pay',
  'stray',
  'break',
  'restart',
  'kill',
  'upgrade',
])

function writeCatalog({ goods, coupon }: World): string {
  const { mug, token, cut, latte, small, large } = goods
  const serials = Array.from({ length: token.count! }, (_, index) => `KEY-${index + 1}`)
  const group = (key: string, name: string, rules: string) => {
    const choices = latte.options.filter(option => option.key.startsWith(`${key}:`)).map(writeOption)
    return `      - { key: ${key}, name: ${name}, ${rules}, choices: [${choices}] }`
  }
  return `
products:
  - { key: mug, name: Mug, kind: physical, price: ${mug.price}, stock: ${mug.count}, asks: [] }
  - { key: token, name: Token, kind: digital, price: ${token.price}, stock: { serials: [${serials}] } }
  - { key: cut, name: Cukur, kind: service, price: ${cut.price}, stock: unlimited }
  - key: latte
    name: Latte
    kind: physical
    price: ${latte.price}
    stock: ${latte.count}
    asks: [phone]
    options:
${group('milk', 'Susu', 'min: 1')}
${group('more', 'Tambahan', 'max: 2')}
  - key: tea
    name: Teh
    kind: physical
    asks: []
    variants:
      - { key: small, name: Kecil, price: ${small.price}, stock: unlimited }
      - { key: large, name: Besar, price: ${large.price}, stock: ${large.count} }
coupons:
  - { code: ${coupon.code}, amount: ${coupon.off}, uses: ${coupon.usesMax}, per_customer: 1 }
`
}

const writeOption = ({ key, name, price }: Option) => `{ key: ${key.split(':')[1]}, name: ${name}, price: ${price} }`
