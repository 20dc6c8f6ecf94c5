import { createUser } from '../../src/people/create-user.ts'
import { codeContext } from '../../src/people/send-code.ts'
import type { TestShop } from '../kit/app.ts'

export const password = 'kopi susu gula aren'
export const chatId = 77
export const browser = { address: '203.0.113.7', userAgent: 'Firefox', asOperator: false }

/**
 * Creates an owner of the demo account, `ayu`, whose own chat with the platform's bot is known. Returns the user's id.
 */
export async function createLinkedUser({ app, demo }: TestShop): Promise<number> {
  const member = { accountId: demo.accountId, role: 'owner' as const }
  const { id } = await createUser(app, { username: 'ayu', password, member })
  await app.sql.write('update app_user set chat_id = $2 where id = $1', [id, chatId])
  await app.sql.write(
    `insert into bot (id, account_id, mode, username, first_name, me, sealed_token, hook_id)
     values (7, null, 'live', 'platform_bot', 'Warung', '{}', '', 'hook')`,
  )
  return id
}

/** Returns the last code that was sent to their chat. */
export async function lastCodeOf({ app }: TestShop): Promise<string> {
  const [notice] = await app.sql.query<{ data: { sealedCode: string } }>(
    `select data from notice where kind = 'user.code' and chat_id = $1 order by id desc limit 1`,
    [chatId],
  )
  return app.seal.open(notice!.data.sealedCode, codeContext(chatId))
}

/** Returns a wrong code. */
export const not = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
