import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

// biome-ignore lint/suspicious/noExplicitAny: chats are read as an outside driver reads them
export type ControlAnswer = any

/** The messages of people and their acts; the books must contain everything in it. */
export interface ChatLedger {
  people: number[]
  orders: ChatOrder[]
  /** Waits that never ended, and unexpected answers. */
  complaints: string[]
}

export interface ChatOrder {
  personId: number
  orderNumber: string
  quantity: number
  invoiceId?: string
  /** The reference of the money that the provider took. */
  reference?: string
  isCancelled?: boolean
  /** The keys of the first message of goods. */
  keys?: string[]
}

export interface ChatCustomers {
  ledger: ChatLedger
  /** Returns the number of transfers so far. */
  transfers(): number
  /** Lets all customers finish their work, then stops them. */
  stop(): Promise<void>
  chatOf(personId: number): Promise<ControlAnswer[]>
}

export interface ChatCustomersOptions {
  count: number
  /** How often each looks at the chat while waiting. Default: 200. */
  lookEveryMs?: number
  botApiUrl: string
  /** Simulates the money of an invoice; the reference is the provider's name of it. */
  bringMoney(invoiceId: string, reference: string): Promise<void>
  bot: string
  /** The id of the product that everybody buys. */
  productId: string
  /** The ledger of people who bought before. */
  ledger?: ChatLedger
}

const attemptMsMax = 15_000
const patienceMs = 90_000
const thinkMsMax = 300
const ordersPerPerson = 4
const cancelsOf = 6

/** The format of a key in the test's catalogue. */
export const keyPattern = /KEY-\d{6}/g

/**
 * Starts people who buy in the chat of a shop whose processes keep dying. They press each button once, and wait for the
 * result.
 */
export function startChatCustomers(needs: ChatCustomersOptions): ChatCustomers {
  const { ledger = createChatLedger(), lookEveryMs = 200 } = needs
  const world: World = { ...needs, ledger, lookEveryMs, transfers: 0 }
  let over = false

  const one = async () => {
    while (!over) {
      try {
        const person = await meet(world)
        for (let order = 0; order < ordersPerPerson && !over; order++) {
          await buy(world, person)
          await pause(randomInt(thinkMsMax))
        }
      } catch (error) {
        ledger.complaints.push((error as Error).message)
        await pause(thinkMsMax)
      }
    }
  }
  const working = Promise.all(Array.from({ length: needs.count }, one))
  return {
    ledger,
    transfers: () => world.transfers,
    async stop() {
      over = true
      await working
    },
    chatOf: personId => chatOf(world, personId),
  }
}

export function createChatLedger(): ChatLedger {
  return { people: [], orders: [], complaints: [] }
}

interface World extends ChatCustomersOptions {
  ledger: ChatLedger
  lookEveryMs: number
  transfers: number
}

async function meet(world: World): Promise<number> {
  const { id } = await fetchJson(`${world.botApiUrl}/control/people`, { first_name: 'Ayu', language_code: 'id' })
  world.ledger.people.push(id)
  return id
}

async function buy(world: World, personId: number): Promise<void> {
  const quantity = 1 + randomInt(2)
  const product = await openProduct(world, personId, quantity)
  const order = await confirm(world, personId, product, quantity)
  const code = await requestCode(world, personId, order)
  if (randomInt(cancelsOf) === 0) await cancel(world, personId, order, code)
  else await pay(world, personId, order)
}

async function openProduct(world: World, personId: number, quantity: number): Promise<ControlAnswer> {
  const { message_id: said } = await fetchJson(`${world.botApiUrl}/control/messages`, {
    bot: world.bot,
    from: personId,
    text: `/start p_${world.productId}`,
  })
  const isOffer = (message: ControlAnswer, count: number) =>
    message.message_id > said && buttonOf(message, 'Beli sekarang') && buttonOf(message, '➖', `${count}`)
  const offer = await sees(world, personId, 'the product', message => isOffer(message, 1))
  if (quantity === 1) return offer
  await press(world, personId, offer, '➕')
  return sees(world, personId, 'the quantity', message => isOffer(message, quantity))
}

async function confirm(world: World, personId: number, product: ControlAnswer, quantity: number): Promise<ChatOrder> {
  const known = world.ledger.orders.filter(order => order.personId === personId).map(order => order.orderNumber)
  await press(world, personId, product, 'Beli sekarang')
  const shown = await sees(world, personId, 'an order that is held', message => {
    const number = orderNumberIn(message)
    return number !== undefined && !known.includes(number) && messageText(message).includes('Stok ditahan')
  })
  const order: ChatOrder = { personId, orderNumber: orderNumberIn(shown)!, quantity }
  world.ledger.orders.push(order)
  return order
}

async function requestCode(world: World, personId: number, order: ChatOrder): Promise<ControlAnswer> {
  const isOf = (message: ControlAnswer, words: string) =>
    messageText(message).includes(order.orderNumber) && messageText(message).includes(words)
  const held = await sees(world, personId, 'the order', message => isOf(message, 'Stok ditahan'))
  await press(world, personId, held, 'Bayar Rp')
  const code = await sees(world, personId, 'a code', message => message.photo && isOf(message, 'Bayar sebelum'))
  order.invoiceId = /INV-\w+/.exec(messageText(code))![0]
  return code
}

async function cancel(world: World, personId: number, order: ChatOrder, code: ControlAnswer): Promise<void> {
  await press(world, personId, code, 'Batalkan')
  const question = await sees(world, personId, 'the question whether to cancel', message =>
    messageText(message).includes(`Batalkan pesanan ${order.orderNumber}?`),
  )
  await press(world, personId, question, 'Ya, batalkan')
  await sees(
    world,
    personId,
    'the cancellation',
    message => messageText(message).includes(order.orderNumber) && messageText(message).includes('Dibatalkan olehmu.'),
  )
  order.isCancelled = true
}

async function pay(world: World, personId: number, order: ChatOrder): Promise<void> {
  const reference = `CHAT-${randomUUID().slice(0, 18)}`
  await world.bringMoney(order.invoiceId!, reference)
  order.reference = reference
  world.transfers++
  const known = world.ledger.orders.filter(each => each.personId === personId).flatMap(each => each.keys ?? [])
  const goods = await sees(world, personId, `the goods of ${order.orderNumber}`, message => {
    const keys = extractKeys(message)
    return keys.length > 0 && !keys.some(key => known.includes(key))
  })
  order.keys = extractKeys(goods)
}

async function press(world: World, personId: number, message: ControlAnswer, button: string): Promise<void> {
  const { text } = buttonOf(message, button)
  const pressed = { bot: world.bot, from: personId, message_id: message.message_id, button: text }
  await fetchJson(`${world.botApiUrl}/control/presses`, pressed)
}

/** Waits for a message of the bot; returns the newest that fits. */
async function sees(
  world: World,
  personId: number,
  what: string,
  isIt: (message: ControlAnswer) => unknown,
): Promise<ControlAnswer> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const shown = (await chatOf(world, personId)).filter(message => message.from?.is_bot)
    const found = shown.findLast(isIt)
    if (found) return found
    if (Date.now() > deadline) {
      throw new Error(`${personId} never saw ${what} after:\n${shown.slice(-3).map(messageText).join('\n---\n')}`)
    }
    await pause(world.lookEveryMs)
  }
}

function chatOf(world: World, personId: number): Promise<ControlAnswer[]> {
  return fetchJson(`${world.botApiUrl}/control/messages?bot=${world.bot}&person=${personId}`)
}

export function messageText(message: ControlAnswer): string {
  return message.text ?? message.caption ?? ''
}

/** Returns the keys in a message of the bot with goods. */
export function extractKeys(message: ControlAnswer): string[] {
  return message.from?.is_bot ? [...messageText(message).matchAll(keyPattern)].map(([key]) => key) : []
}

function orderNumberIn(message: ControlAnswer): string | undefined {
  return /ORD-\d{6}-\w{6}/.exec(messageText(message))?.[0]
}

/** Finds the button with a text in it, in a row that shows `beside` if given. */
function buttonOf(message: ControlAnswer, text: string, beside?: string): ControlAnswer | undefined {
  const rows: ControlAnswer[][] = message.reply_markup?.inline_keyboard ?? []
  const near = beside === undefined ? rows : rows.filter(row => row.some(button => button.text === beside))
  return near.flat().find(button => button.text.includes(text))
}

// The simulated outside world is never killed, so it always answers.
export async function fetchJson(url: string, body?: object): Promise<ControlAnswer> {
  const answer = await fetch(url, {
    ...(body ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(attemptMsMax),
  })
  const told = await answer.json()
  if (!answer.ok) throw new Error(`${new URL(url).pathname} answered ${answer.status}: ${JSON.stringify(told)}`)
  return told
}
