import { type ChildProcess, fork } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createTestShop } from '../../kit/app.ts'
import type { Shown } from './asking-process.ts'
import { connectPhoneOfBank } from './phone-of-bank.ts'

const script = path.join(import.meta.dirname, 'asking-process.ts')

async function answerOf(process: ChildProcess, shown: Shown): Promise<number[]> {
  const answer = once(process, 'message')
  process.send(shown)
  return (await answer)[0]
}

test('two processes that receive a new wording simultaneously ask the merchant once', {
  timeout: 240_000,
}, async () => {
  const shop = await createTestShop()
  const { connectionId, accountId } = await connectPhoneOfBank(shop)
  await shop.app.sql.write(
    `insert into bot (id, mode, username, first_name, me, sealed_token, hook_id)
     values (7, 'live', 'platform_bot', 'Warung', '{}', 'x', 'h')`,
  )
  await shop.app.sql.write(
    `insert into merchant_chat (account_id, chat_id, name, language, linked_at) values ($1, 4711, 'Sri', 'id', now())`,
    [accountId],
  )
  const processes = [1, 2].map(() => fork(script, [JSON.stringify(shop.connection)], { execArgv: [] }))
  try {
    await Promise.all(processes.map(each => once(each, 'message')))
    const amounts = Array.from({ length: 10 }, () => 20_000 + randomInt(9_000))
    const distinct = [...new Set(amounts)]
    const answers = await Promise.all(
      processes.map((each, index) => answerOf(each, { connectionId, amounts: distinct, prefix: `${index} ` })),
    )
    expect(new Set(answers.flat())).toEqual(new Set([200]))
    const forms = await shop.app.sql.query<{ times: number }>(
      'select times from notification_form where connection_id = $1',
      [connectionId],
    )
    expect(forms).toEqual([{ times: 2 * distinct.length }])
    const asked = await shop.app.sql.query("select chat_id from notice where kind = 'merchant.new_wording'")
    expect(asked).toEqual([{ chat_id: 4711 }])
    const [example] = await shop.app.sql.query<{ count: number }>(
      'select count(*)::int as count from notification_form_example where account_id = $1',
      [accountId],
    )
    expect(example!.count).toBe(2 * distinct.length)
  } finally {
    for (const each of processes) each.disconnect()
    await shop.close()
  }
})
