import { randomInt, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createConnection } from '../../src/connections/create-connection.ts'
import { makeBridgedCredentials } from '../../src/connectors/bridge/simulator.ts'
import type { IncomingTransfer } from '../../src/connectors/connector.ts'
import { sandboxWindow } from '../../src/connectors/simulator/window.ts'
import { listSightings } from '../../src/money/list-sightings.ts'
import type { TransferSource } from '../../src/money/settle-together.ts'
import { settleTransfers } from '../../src/money/settle-transfers.ts'
import { splitSighting } from '../../src/money/split-sighting.ts'
import { connectPhone, dots, forward, money, orderFrom, type Phone } from '../connectors/mutations/phone.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { type CreatedPayment, statusOf } from '../payments/scenario.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

interface Merchant extends Phone {
  phoneAccountId: number
  wallet: TransferSource
}

/** Creates a merchant whose phone reports an account, and who has also connected a wallet. */
async function connectBoth(): Promise<Merchant> {
  const phone = await connectPhone(shop)
  const connectionId = await createConnection(shop.app, {
    accountId: phone.accountId,
    connector: 'wallet',
    mode: 'test',
    label: 'Dompet',
    window: sandboxWindow,
    credentials: makeBridgedCredentials(shop.sandboxUrl, 'wallet', `0812${1e7 + randomInt(8e7)}`),
  })
  const accountOf = async (connection: number) => {
    const query = 'select receiving_account_id as id from connection where id = $1'
    return (await shop.app.sql.query<{ id: number }>(query, [connection]))[0]!.id
  }
  const { window } = shop.app.connectors.wallet
  return {
    ...phone,
    phoneAccountId: await accountOf(phone.connectionId),
    wallet: {
      connectionId,
      accountId: phone.accountId,
      receivingAccountId: await accountOf(connectionId),
      window,
    },
  }
}

/** Gives a payment the amount of another one, which is paid at a different account. */
async function giveAmountOf({ final_amount }: CreatedPayment, { invoice_id }: CreatedPayment) {
  for (const table of ['hold', 'payment']) {
    await shop.app.sql.write(`update ${table} set final_amount = $2 where invoice_id = $1`, [invoice_id, final_amount])
  }
}

/** Makes a payment payable at one account only, or at both. */
async function offerAt({ phoneAccountId, wallet }: Merchant, payment: CreatedPayment, at: 'phone' | 'wallet' | 'both') {
  const { write } = shop.app.sql
  const { receivingAccountId } = wallet
  const accounts = {
    phone: [phoneAccountId],
    wallet: [receivingAccountId],
    both: [phoneAccountId, receivingAccountId],
  }[at]
  const columns = 'account_id, method, static_qris, final_amount, held_from, held_until'
  await write(
    `insert into hold (invoice_id, receiving_account_id, ${columns})
     select invoice_id, place, ${columns} from (select * from hold where invoice_id = $1 limit 1) own,
       unnest($2::bigint[]) place
     on conflict do nothing`,
    [payment.invoice_id, accounts],
  )
  await write('delete from hold where invoice_id = $1 and receiving_account_id <> all($2::bigint[])', [
    payment.invoice_id,
    accounts,
  ])
}

const byPhone = (merchant: Merchant, amount: number, payer = 'SITI RAHAYU') =>
  forward(
    shop,
    merchant.connectionId,
    money(amount, {
      event_id: randomUUID(),
      device_id: 'hp-1',
      occurred_at: new Date().toISOString(),
      text: `Kamu menerima Rp${dots(amount)} dari ${payer}`,
    }),
  )

const read = (amount: number, payerName: string | null, reference: string = randomUUID()): IncomingTransfer => ({
  reference,
  amount,
  occurredAt: new Date(),
  payerName,
  payerApp: 'GoPay',
})
const byWallet = (merchant: Merchant, transfer: IncomingTransfer) =>
  settleTransfers(shop.app, merchant.wallet, [transfer])

async function moneyOf({ accountId }: Merchant) {
  const rows = await shop.app.sql.query<{ state: string; repeats: boolean }>(
    `select state, repeats_id is not null as repeats from transfer where account_id = $1 order by id`,
    [accountId],
  )
  return rows.map(({ state, repeats }) => (repeats ? `${state}, beside another` : state))
}
const mergedOf = async ({ accountId }: Merchant) => (await listSightings(shop.app, { accountId, mode: 'test' })).total

describe('a phone and a provider that report the same payer', () => {
  test.each([
    ['the phone first', 'phone'],
    ['the provider first', 'wallet'],
  ])('one transfer reported by a phone and a provider counts once, %s, even if both repeat it', async (_, first) => {
    const merchant = await connectBoth()
    const payment = await orderFrom(shop, merchant, 20_000 + randomInt(9_000))
    await offerAt(merchant, payment, 'both')
    const transfer = read(payment.final_amount, 'Siti Rahayu')
    const reports = [() => byPhone(merchant, payment.final_amount), () => byWallet(merchant, transfer)]
    for (const report of first === 'phone' ? reports : reports.reverse()) await report()
    expect(await byWallet(merchant, transfer)).toEqual(['known'])
    expect(await statusOf(shop, payment, merchant.key)).toBe('paid')
    expect(await moneyOf(merchant)).toEqual(['settled'])
    expect(await mergedOf(merchant)).toBe(1)
  })

  test('one transfer reported by a phone and a provider at the same moment counts once', async () => {
    const merchant = await connectBoth()
    const payment = await orderFrom(shop, merchant, 30_000 + randomInt(9_000))
    await offerAt(merchant, payment, 'both')
    await Promise.all([
      byPhone(merchant, payment.final_amount),
      byWallet(merchant, read(payment.final_amount, 'SITI R****')),
    ])
    expect(await moneyOf(merchant)).toEqual(['settled'])
  })

  test('one transfer reported by a phone and a provider does not pay a second payment', async () => {
    const merchant = await connectBoth()
    const [own, other] = [await orderFrom(shop, merchant, 41_000), await orderFrom(shop, merchant, 41_000)]
    await offerAt(merchant, own, 'wallet')
    await offerAt(merchant, other, 'phone')
    await giveAmountOf(own, other)
    await byWallet(merchant, read(own.final_amount, 'SITI RAHAYU'))
    await byPhone(merchant, own.final_amount)
    expect(await statusOf(shop, own, merchant.key)).toBe('paid')
    expect(await statusOf(shop, other, merchant.key)).toBe('pending')
    expect(await moneyOf(merchant)).toEqual(['settled'])
  })

  test("two transfers in a provider's list count twice, even if the phone missed one", async () => {
    const merchant = await connectBoth()
    const payment = await orderFrom(shop, merchant, 45_000 + randomInt(4_000))
    await offerAt(merchant, payment, 'both')
    const amount = payment.final_amount
    await byPhone(merchant, amount)
    await settleTransfers(shop.app, merchant.wallet, [read(amount, 'Siti Rahayu'), read(amount, 'Siti Rahayu')])
    expect(await moneyOf(merchant)).toEqual(['settled', 'review'])
    expect(await mergedOf(merchant)).toBe(1)
  })

  test('one transfer reported by a phone and a provider becomes two if a person splits it', async () => {
    const merchant = await connectBoth()
    const payment = await orderFrom(shop, merchant, 50_000 + randomInt(9_000))
    await offerAt(merchant, payment, 'both')
    const transfer = read(payment.final_amount, 'SITI RAHAYU')
    await byPhone(merchant, payment.final_amount)
    await byWallet(merchant, transfer)
    const owner = { accountId: merchant.accountId, mode: 'test' as const }
    const [sighting] = (await listSightings(shop.app, owner)).sightings
    await splitSighting(shop.app, owner, { sightingId: sighting!.id, actor: 'user 1' })
    expect(await byWallet(merchant, transfer)).toEqual(['known'])
    expect(await moneyOf(merchant)).toEqual(['settled', 'review'])
  })
})

test("a provider that names no payer leaves the decision to a person, with the phone's report beside it", async () => {
  const merchant = await connectBoth()
  const payment = await orderFrom(shop, merchant, 60_000 + randomInt(9_000))
  await offerAt(merchant, payment, 'both')
  await byPhone(merchant, payment.final_amount)
  await byWallet(merchant, read(payment.final_amount, null))
  expect(await moneyOf(merchant)).toEqual(['settled', 'review, beside another'])
})

test('two transfers of two payers pay their own payment each', async () => {
  const merchant = await connectBoth()
  const [one, other] = [await orderFrom(shop, merchant, 71_000), await orderFrom(shop, merchant, 71_000)]
  await offerAt(merchant, one, 'wallet')
  await offerAt(merchant, other, 'phone')
  await giveAmountOf(one, other)
  await byWallet(merchant, read(one.final_amount, 'BUDI SANTOSO'))
  await byPhone(merchant, one.final_amount)
  expect(await moneyOf(merchant)).toEqual(['settled', 'settled'])
})

test("a phone that reports money without a payment of its own does not block the provider's payments", async () => {
  const merchant = await connectBoth()
  const payment = await orderFrom(shop, merchant, 80_000 + randomInt(9_000))
  await offerAt(merchant, payment, 'wallet')
  await byPhone(merchant, payment.final_amount)
  await byWallet(merchant, read(payment.final_amount, null))
  expect(await statusOf(shop, payment, merchant.key)).toBe('paid')
  expect(await moneyOf(merchant)).toEqual(['review', 'settled, beside another'])
})
