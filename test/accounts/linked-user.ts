import { createUser } from '../../src/accounts/create-user.ts'
import type { TestShop } from '../kit/app.ts'

export const password = 'kopi susu gula aren'
export const chatId = 77

/** An owner of the demo account, `ayu`, whose own chat with the platform's bot is known. Returns the user's id. */
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
