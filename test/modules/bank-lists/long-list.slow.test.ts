import { expect, test } from 'vitest'
import { storeBankList } from '../../../src/modules/bank-lists/store-bank-list.ts'
import { connectPhone } from '../../connectors/mutations/phone.ts'
import { createTestShop } from '../../kit/app.ts'

test('a bank list of the maximum length is accepted', { timeout: 240_000 }, async () => {
  const shop = await createTestShop()
  const { accountId, connectionId } = await connectPhone(shop)
  const day = shop.app.calendar.formatDay(new Date())
  const lines = Array.from({ length: 20_000 }, (_, at) => ({
    line: at + 2,
    day,
    time: null,
    amount: at % 2 === 0 ? 700_000 : 10_000_000 + at,
    text: 'TRSF E-BANKING CR SITI',
    reference: null,
    balanceCents: null,
  }))
  const said = { outgoing: 0, pending: 0, odd: [], hasBalances: false, broken: [], accountNumber: null }
  const list = { ...said, lines, period: { first: day, last: day } }
  await storeBankList(shop.app, { accountId, mode: 'test', actor: 'user 1' }, { connectionId, list })
  const [row] = await shop.app.sql.query<{ count: number }>(
    'select count(*)::int as count from bank_list_line where account_id = $1',
    [accountId],
  )
  expect(row!.count).toBe(20_000)
  await shop.close()
})
