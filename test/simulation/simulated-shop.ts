import { findStandingByAccount } from '../../src/keys/standing.ts'
import { openStall } from '../orders/store.ts'
import type { Visitor } from '../web/browse.ts'
import { signInAs } from '../web/dashboard/members.ts'
import { createWebShop, type WebShop } from '../web/web-shop.ts'
import type { Act } from './act.ts'
import { createLister } from './lister.ts'
import { Model } from './model.ts'
import { lowStockAt } from './model-stock.ts'
import { type Neighbour, openNeighbour } from './neighbour.ts'
import { allowOffline, openCounter } from './of-modules.ts'
import { addLiveMoney } from './perform-balance.ts'
import { performers } from './performers.ts'
import { connectPhone, type Phone } from './phone.ts'
import { createRefunder, type Refunder } from './refunder.ts'
import { checkRefusal } from './refusals.ts'
import { openTroubles } from './troubles.ts'
import { openWebhook, type Webhook } from './webhook.ts'
import type { Option, World } from './world.ts'

/** A real shop with other processes on its database, and the model of its expected state. */
export interface SimulatedShop {
  shop: WebShop
  model: Model
  webhook: Webhook
  /** The provider of codes, as far as it returns money. */
  refunder: Refunder
  /** The API key of the account that withdraws money. */
  liveKey: string
  neighbour: Neighbour
  phone: Phone
  /** Opens a browser with a newly signed-in owner: a session does not last a month. */
  signIn(): Promise<Visitor>
  /** Whether a time written by the shop is this many minutes after the start, in whole seconds. */
  isAt(time: string, minutes: number): boolean
  /** Returns the minute after the start at which the shop wrote a time; with a fraction between two minutes. */
  minuteOf(time: string): number
  /** Returns the time of a minute after the start. */
  timeOf(minute: number): Date
  /** Writes the time of a minute after the start, as the API does; null without one. */
  write(minute: number | null): string | null
  /** Returns whether the expected state of something is still that of the last call, and remembers it. */
  isUnchanged(name: string, expected: unknown): boolean
  /** Whether a process was killed, which may have sent a callback without recording it. */
  hasKilled(): boolean
  /** Whether a gateway is about to fail. */
  isTroubled(): Promise<boolean>
  /** Does all recurring work once. */
  work(): Promise<void>
  /** Performs an act in the shop and in the model. Throws if their answers differ. */
  perform(act: Act): Promise<void>
  close(): Promise<void>
}

export async function openSimulatedShop(world: World): Promise<SimulatedShop> {
  const webhook = await openWebhook()
  const settings = { OUTBOUND_ALLOW: webhook.host }
  // Neighbours have the same kinds of rows in other accounts and modes.
  const refunder = createRefunder()
  const lister = createLister()
  const connectors = { ...refunder.connectors, wallet: lister.wallet }
  const options = { isAlone: false, isClockStopped: true, settings, parts: { connectors } }
  const shop = withCheckedRefusals(await createWebShop({}, {}, options))
  await webhook.subscribe(shop)
  // A clock that jumps back must not reach the time at which the accounts were created.
  shop.advance(3_600)
  const startedAt = shop.app.now().getTime()
  const model = new Model(world, startedAt)
  const stall = await openStall(shop.app, shop.demo, writeCatalog(world))
  await setRules(shop, world)
  await setCodes(shop, world)
  await emptyLiveStock(shop, world)
  const counter = await openCounter(shop)
  await linkMerchantChat(shop)
  const liveKey = await addLiveMoney(shop, world.balance)
  const { discountMax: discountMaxPercent } = world
  await allowOffline(shop, { offlineCounted: true, discountMaxPercent })
  model.openShift(counter.shift, 100_000)
  const troubles = await openTroubles({ shop, model, lister, settings })
  const { detect } = troubles
  const timeOf = (minute: number) => new Date(startedAt + Math.round(minute * 60_000))
  const write = (minute: number | null) => (minute === null ? null : writeTime(timeOf(minute)))
  const neighbour = openNeighbour(shop, model)
  const phone = await connectPhone(shop)
  const scene = { shop, stall, counter, model, liveKey, phone, refunder, lister, neighbour, timeOf, write, detect }
  const perform = { ...performers(scene), ...troubles.perform }
  const minuteOf = (time: string) => {
    // The tests' shops write times in Jakarta's zone, and those of events in UTC.
    const at = Date.parse(time.endsWith('Z') ? time : `${time.replace(' ', 'T')}+07:00`)
    // The API omits the fraction of a second.
    return Math.ceil((at - startedAt) / 1_000) / 60 + 0
  }
  const seen = new Map<string, string>()
  return {
    shop,
    model,
    webhook,
    refunder,
    liveKey,
    neighbour,
    phone,
    signIn: () => signInAs(shop, { role: 'owner' }),
    isAt: (time, minutes) => minuteOf(time) === minutes,
    minuteOf,
    timeOf,
    write,
    isUnchanged(name, expected) {
      const text = JSON.stringify(expected)
      const isUnchanged = seen.get(name) === text
      seen.set(name, text)
      return isUnchanged
    },
    hasKilled: troubles.hasKilled,
    isTroubled: troubles.isTroubled,
    work: troubles.work,
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

/** Checks every refusal of the API. */
function withCheckedRefusals(shop: WebShop): WebShop {
  const api: WebShop['api'] = async (...request) => {
    const answer = await shop.api(...request)
    const { error: message, code } = answer.body
    if (answer.status >= 400 && typeof message === 'string') checkRefusal({ code, message })
    return answer
  }
  return { ...shop, api }
}

/** Writes a time in the zone of the tests' shops, Jakarta's. */
function writeTime(time: Date): string {
  return new Date(time.getTime() + 7 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
}

/** Sets the fees of deliveries, the minimum of orders, and the stock at which the owner is warned. */
async function setRules({ app, demo }: WebShop, { rules }: World): Promise<void> {
  const { orderMin, freeDeliveryFrom, tables, zones } = rules
  await app.sql.write(
    `insert into shop_rules (account_id, pickup_place, order_min, free_delivery_from, tables, zones)
     values ($1, 'Jl. Melati 5', $2, $3, $4, $5)`,
    [demo.accountId, orderMin, freeDeliveryFrom, tables, JSON.stringify(zones)],
  )
  await app.sql.write('update variant set low_stock_at = $2 where account_id = $1', [demo.accountId, lowStockAt])
}

/** Sets the life of payments, and whether their unique codes are discounts. */
async function setCodes({ app, demo, forgetKeys }: WebShop, { lifetime, subtractsCodes }: World): Promise<void> {
  const values = [demo.accountId, lifetime * 60, subtractsCodes]
  await app.sql.write('update account set invoice_lifetime_s = $2, subtracts_unique_code = $3 where id = $1', values)
  forgetKeys()
  Object.assign(demo, await findStandingByAccount(app, demo.accountId, demo.mode))
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
  'edge',
  'odd',
  'clear',
  'pay',
  'beside',
  'stray',
  'burst',
  'slip',
  'delay',
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
  - { key: mug, name: Mug, kind: physical, price: ${mug.price}, weight: ${mug.weight}, stock: ${mug.count}, asks: [] }
  - { key: token, name: Token, kind: digital, price: ${token.price}, stock: { serials: [${serials}] } }
  - { key: cut, name: Cukur, kind: service, price: ${cut.price}, stock: unlimited }
  - key: latte
    name: Latte
    kind: physical
    price: ${latte.price}
    weight: ${latte.weight}
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
  - { key: voucher, name: Voucher, kind: digital, price: 90000, stock: { webhook: 'https://stock.example.com/' } }
coupons:
  - { code: ${coupon.code}, amount: ${coupon.off}, uses: ${coupon.usesMax}, per_customer: 1 }
`
}

const writeOption = ({ key, name, price }: Option) => `{ key: ${key.split(':')[1]}, name: ${name}, price: ${price} }`
