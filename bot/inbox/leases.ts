import { raw } from '@mikro-orm/core'
import type { Needs } from '../../src/needs.ts'
import { ChatLease } from './chat-lease.ts'
import { type LeasedChat, leaseS } from './inbox-sql.ts'

/** Renews leases, and returns the tokens of those that are still held. */
export async function renewLeases(app: Needs<'em'>, tokens: string[]): Promise<string[]> {
  const renewed = await app
    .em('shared')
    .qb(ChatLease)
    .update({ leasedUntil: raw<Date>('now() + make_interval(secs => ?)', [leaseS]) })
    .where({ token: { $in: tokens } })
    .returning('token')
    .execute<{ token: string }[]>('all')
  return renewed.map(({ token }) => token)
}

export async function releaseChat(app: Needs<'em'>, chat: LeasedChat): Promise<void> {
  await app.em('shared').nativeDelete(ChatLease, chat)
}
