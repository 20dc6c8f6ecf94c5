import { randomBytes, randomInt } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { waitUntilFinished } from '../../../src/lib/started.ts'
import { sendNotifications } from '../../../src/modules/compat/send-notifications.ts'
import { deliverEvents } from '../../../src/modules/webhooks/deliver-events.ts'
import { simulations } from '../../../src/money/simulate-payment.ts'
import { createTestShop, type TestShop } from '../app.ts'
import { changeIds, dropSignature, signAtTime, spoilSignature } from './messages.ts'
import { type Message, type Relay, relayModes, startRelay } from './relay.ts'

// Runs packages/scenario.json on a foreign shop that is connected to a real Warung shop with test money.

/** All abilities that a plug can have. */
export const abilities = [
  'hears-reviews',
  'hears-endings',
  'hears-refunds',
  'looks',
  'cancels',
  'abandons',
  'refunds',
  'restarts',
  'checks-signatures',
  'checks-content',
  'checks-time',
] as const
export type Ability = (typeof abilities)[number]

const orderStates = ['waiting', 'paid', 'onHold', 'cancelled', 'partlyRefunded', 'refunded'] as const
export type OrderState = (typeof orderStates)[number]

/** An order, read from the foreign shop's own database. */
export interface ForeignOrder {
  state: OrderState
  /** The number of its payments in the foreign shop's books. */
  booked: number
  /** The units that it took from stock and did not return; an order is for one. */
  stock: number
  /** Rupiah that the foreign shop's books refunded. */
  refunded?: number
}

export interface PlacedOrder {
  /** Its id for `readOrder`. */
  order: string
  /** The invoice of the payment at Warung. */
  invoice: string
  /** All ids by which messages may refer to the order and its payment, always in the same sequence. */
  ids: string[]
}

/** A shop with a Warung plug. Each implements this; its webhooks go through the relay. */
export interface ForeignShop {
  /** The shop's own address, such as `http://127.0.0.1:9000`; read after each start. */
  receiverUrl(): string
  /** Places an order of one unit for this amount, and makes Warung create its payment. */
  placeOrder(amount: number): Promise<PlacedOrder>
  readOrder(order: string): Promise<ForeignOrder>
  /** Does the same as the customer's return or the schedule. */
  lookAgain?(placed: PlacedOrder): Promise<void>
  /** Cancels the order in the shop itself; without this the payment is cancelled at Warung. */
  cancelOrder?(placed: PlacedOrder): Promise<void>
  /** Gives up an order whose payment stays open. */
  abandonOrder?(placed: PlacedOrder): Promise<void>
  /** Refunds money in the shop itself; without this the payment is refunded at Warung. */
  refundOrder?(placed: PlacedOrder, amount: number): Promise<void>
  /** Signs a changed message as Warung would; without this it is signed by Standard Webhooks with `secret`. */
  resign?(message: Message): Message
  /** The secret of its endpoint; without this, the secret of the account's callbacks. */
  secret?: string
  /** Waits for the work that its receiver does after its answer. */
  settle?(): Promise<void>
  killReceiver?(): Promise<void>
  startReceiver?(): Promise<void>
  close(): Promise<void>
}

/** Warung as a foreign shop sees it. */
export interface Warung {
  shop: TestShop
  /** Webhooks get an address below the relay's, with the path of the foreign shop. */
  relay: Relay
  url: string
  /** A test key with every scope. */
  key: string
  /** The secret of callbacks. */
  secret: string
  /** Does all due work, until no message is left. */
  deliver(): Promise<void>
}

const count = z.array(z.int()).nonempty()
const Expected = z.strictObject({
  state: z.array(z.enum(orderStates)).nonempty(),
  booked: count,
  stock: count,
  /** Shares of the amount. */
  refunded: z.array(z.number()).optional(),
})

const Act = z.union([
  z.strictObject({ do: z.literal('place') }),
  z.strictObject({ do: z.literal('pay'), simulation: z.enum(simulations) }),
  z.strictObject({ do: z.literal('deliver') }),
  z.strictObject({ do: z.literal('expire') }),
  z.strictObject({ do: z.literal('cancel') }),
  z.strictObject({ do: z.literal('abandon') }),
  z.strictObject({ do: z.literal('look') }),
  z.strictObject({ do: z.literal('wait'), seconds: z.int() }),
  z.strictObject({ do: z.literal('review'), action: z.enum(['accept', 'refund']) }),
  z.strictObject({ do: z.literal('refund'), share: z.number().optional() }),
  z.strictObject({ do: z.literal('receiver'), is: z.enum(relayModes) }),
  z.strictObject({ do: z.literal('forge'), as: z.enum(['unsigned', 'wrong secret', "another order's"]) }),
  z.strictObject({ do: z.literal('swap') }),
  z.strictObject({ do: z.literal('replay'), skewS: z.int().optional() }),
  z.strictObject({ order: Expected, for: z.enum(abilities).optional() }),
])

const Scenario = z.strictObject({
  about: z.string(),
  abilities: z.record(z.enum(abilities), z.string()),
  steps: z.array(
    z.strictObject({
      name: z.string(),
      title: z.string(),
      needs: z.array(z.enum(abilities)).optional(),
      acts: z.array(Act),
    }),
  ),
})

type Act = z.infer<typeof Act>
export type ScenarioStep = z.infer<typeof Scenario>['steps'][number]

const file = path.join(import.meta.dirname, '../../../packages/scenario.json')
export const scenarioSteps: ScenarioStep[] = Scenario.parse(JSON.parse(fs.readFileSync(file, 'utf8'))).steps

export async function openWarung(settings: Record<string, string> = {}): Promise<Warung & { close(): Promise<void> }> {
  const relay = await startRelay()
  const shop = await createTestShop({
    settings: { ...settings, OUTBOUND_ALLOW: [new URL(relay.url).host, settings.OUTBOUND_ALLOW ?? ''].join(',') },
  })
  return {
    shop,
    relay,
    url: shop.url,
    key: shop.keys.demo,
    secret: shop.secret,
    async deliver() {
      const roundsMax = 20
      for (let round = 0; round < roundsMax; round++) {
        const before = relay.messages.length
        await shop.hurry()
        await shop.work()
        await waitUntilFinished(deliverEvents(shop.app, 1000))
        await sendNotifications(shop.app)
        if (round > 0 && relay.messages.length === before) return
      }
    },
    async close() {
      await shop.close()
      await relay.close()
    },
  }
}

export interface ScenarioOptions {
  /** The abilities of the shop, which decide the expected results. */
  can: readonly Ability[]
  open(warung: Warung): Promise<ForeignShop>
  settings?: Record<string, string>
  /** The time that the foreign shop may take to start. */
  openWithinMs?: number
  /** Runs only these steps. */
  only?: (step: ScenarioStep) => boolean
}

const openWithinMsUsual = 120_000

/** Makes a test of each step. `name` begins their titles, as in "in n8n, an order is paid once its money arrives". */
export function testScenario(name: string, options: ScenarioOptions): void {
  const { can, open, settings, openWithinMs = openWithinMsUsual, only = () => true } = options
  let warung: Awaited<ReturnType<typeof openWarung>>
  let foreign: ForeignShop

  beforeAll(async () => {
    warung = await openWarung(settings)
    foreign = await open(warung)
    warung.relay.kill = async () => foreign.killReceiver?.()
    warung.relay.target = foreign.receiverUrl()
  }, openWithinMs)

  afterAll(async () => {
    await foreign?.close()
    await warung?.close()
  })

  for (const step of scenarioSteps.filter(only)) {
    const lacking = (step.needs ?? []).filter(ability => !can.includes(ability))
    const why = lacking.length > 0 ? ` (it lacks ${lacking.join(', ')})` : ''
    test.skipIf(lacking.length > 0)(`in ${name}, ${step.title}${why}`, async () => {
      await new Run(warung, foreign, can).carryOut(step)
    })
  }
}

const cheapest = 20_000
const dearest = 90_000
const lifetimeS = 2 * 86_400

/** One step, with its own order. */
class Run {
  readonly #warung: Warung
  readonly #foreign: ForeignShop
  readonly #can: readonly Ability[]
  readonly #amount = randomInt(cheapest, dearest)
  #placed!: PlacedOrder

  constructor(warung: Warung, foreign: ForeignShop, can: readonly Ability[]) {
    this.#warung = warung
    this.#foreign = foreign
    this.#can = can
  }

  async carryOut({ name, acts }: ScenarioStep): Promise<void> {
    await this.#receiver('up')
    try {
      for (const [index, act] of acts.entries()) await this.#do(act, `${name}, act ${index}`)
    } finally {
      await this.#receiver('up')
    }
  }

  async #do(act: Act, place: string): Promise<void> {
    if ('order' in act) {
      if (!act.for || this.#can.includes(act.for)) await this.#expect(act.order, place)
      return
    }
    switch (act.do) {
      case 'place':
        this.#placed = await this.#foreign.placeOrder(this.#amount)
        // The provider creates the code, so it can be paid even after the end of the payment.
        return this.#warung.shop.work()
      case 'pay':
        return this.#pay(this.#placed, act.simulation)
      case 'deliver':
        return this.#deliver()
      case 'expire':
        this.#warung.shop.advance(lifetimeS)
        return
      case 'wait':
        this.#warung.shop.advance(act.seconds)
        return
      case 'cancel':
        return this.#cancel()
      case 'abandon':
        return this.#foreign.abandonOrder!(this.#placed)
      case 'look':
        return this.#foreign.lookAgain!(this.#placed)
      case 'review':
        return this.#review(act.action)
      case 'refund':
        return this.#refund(act.share)
      case 'receiver':
        return this.#receiver(act.is)
      case 'forge':
        return this.#forge(act.as)
      case 'swap':
        return this.#swap()
      case 'replay':
        return this.#replay(act.skewS)
    }
  }

  async #expect(expected: z.infer<typeof Expected>, place: string): Promise<void> {
    const order = await this.#foreign.readOrder(this.#placed.order)
    expect(expected.state, `the state after ${place}: ${JSON.stringify(order)}`).toContain(order.state)
    expect(expected.booked, `what is booked after ${place}: ${JSON.stringify(order)}`).toContain(order.booked)
    expect(expected.stock, `the stock after ${place}: ${JSON.stringify(order)}`).toContain(order.stock)
    if (order.state === 'paid') expect(order.booked, `a paid order has its money, after ${place}`).toBe(1)
    if (expected.refunded) {
      const amounts = expected.refunded.map(share => this.#share(share))
      expect(amounts, `what is refunded after ${place}`).toContain(order.refunded)
    }
  }

  async #call(endpoint: string, body?: object) {
    const answer = await this.#warung.shop.api(endpoint, body ? { body } : {})
    expect(answer.status, `${endpoint}: ${JSON.stringify(answer.body)}`).toBe(200)
    return answer.body
  }

  async #pay({ invoice }: PlacedOrder, simulation: string): Promise<void> {
    await this.#warung.shop.work()
    await this.#call('/simulate-payment', { invoice, simulation })
  }

  async #deliver(): Promise<void> {
    await this.#warung.deliver()
    await this.#warung.relay.finish()
    await this.#foreign.settle?.()
  }

  async #cancel(): Promise<void> {
    if (this.#foreign.cancelOrder) return this.#foreign.cancelOrder(this.#placed)
    await this.#call('/cancel-payment', { invoice: this.#placed.invoice })
  }

  async #review(action: string): Promise<void> {
    const { data } = await this.#call(`/list-transfers?state=review&invoice=${this.#placed.invoice}`)
    expect(data, 'one transfer waits for a person').toHaveLength(1)
    await this.#call('/review-transfer', { transfer_id: data[0].transfer_id, action })
  }

  #share(share: number): number {
    return share === 1 ? this.#amount : Math.floor(this.#amount * share)
  }

  /** Refunds a share of the order's price, or the rest of it. */
  async #refund(share?: number): Promise<void> {
    const { invoice } = this.#placed
    if (this.#foreign.refundOrder) {
      const { refunded = 0 } = await this.#foreign.readOrder(this.#placed.order)
      return this.#foreign.refundOrder(this.#placed, share ? this.#share(share) : this.#amount - refunded)
    }
    await this.#call('/refund-payment', { invoice, ...(share ? { amount: this.#share(share) } : {}) })
  }

  async #receiver(mode: Relay['mode']): Promise<void> {
    const { relay } = this.#warung
    relay.mode = mode
    await relay.finish()
    if (!relay.isKilled) return
    relay.isKilled = false
    await this.#foreign.startReceiver!()
    relay.target = this.#foreign.receiverUrl()
  }

  /** Pays another order while the foreign shop does not see its messages, and returns the message about its money. */
  async #other(amount: number): Promise<{ placed: PlacedOrder; message: Message }> {
    const { relay } = this.#warung
    const placed = await this.#foreign.placeOrder(amount)
    const { mode } = relay
    relay.mode = 'holding'
    await this.#pay(placed, 'exact')
    await this.#warung.deliver()
    relay.mode = mode
    return { placed, message: this.#paidMessage(placed) }
  }

  #paidMessage({ ids }: PlacedOrder): Message {
    const message = this.#warung.relay.messages.findLast(
      ({ body }) => isAboutMoney.test(body) && ids.some(id => body.includes(id)),
    )
    expect(message, 'Warung sent a message about the money').toBeDefined()
    return message!
  }

  async #forge(as: string): Promise<void> {
    const other = await this.#other(this.#amount)
    const changed = changeIds(other.message, other.placed.ids, this.#placed.ids)
    const forged =
      as === 'unsigned'
        ? dropSignature(this.#resigned(changed))
        : as === 'wrong secret'
          ? spoilSignature(this.#resigned(changed), randomBytes)
          : changed
    await this.#warung.relay.send(forged)
    await this.#foreign.settle?.()
  }

  async #swap(): Promise<void> {
    const halves = 2
    const other = await this.#other(Math.floor(this.#amount / halves))
    await this.#warung.relay.send(this.#resigned(changeIds(other.message, other.placed.ids, this.#placed.ids)))
    await this.#foreign.settle?.()
  }

  /** A rejected message is sent again; one that was accepted without a payment would be lost. */
  async #replay(skewS = 0): Promise<void> {
    const message = this.#paidMessage(this.#placed)
    const sent = skewS === 0 ? message : this.#resigned(message, skewS)
    const status = await this.#warung.relay.send(sent)
    await this.#foreign.settle?.()
    const { state } = await this.#foreign.readOrder(this.#placed.order)
    if (state === 'waiting') expect(status, 'the answer to a message that changes nothing').not.toBeOneOf(accepting)
  }

  #resigned(message: Message, skewS = 0): Message {
    const { resign, secret = this.#warung.secret } = this.#foreign
    return resign ? resign(message) : signAtTime(message, secret, Math.floor(Date.now() / 1000) + skewS)
  }
}

const accepting = [200, 201, 202, 204]
const isAboutMoney = /"payment\.paid"|"payment\.succeeded"|"settlement"|"PAID"/
