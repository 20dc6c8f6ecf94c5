import { Refusal } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import type { CurrentSession } from '../find-session.ts'
import { markAuthenticated } from '../session-moves.ts'
import { checkPasskey, type PasskeyAnswer } from './passkey-ceremony.ts'

/** Records that the user's own passkey just answered in this session. Refuses `unauthorized`. */
export async function reauthenticateByPasskey(
  app: Needs<'em' | 'seal' | 'transaction' | 'now' | 'config'>,
  { id, userId }: Pick<CurrentSession, 'id' | 'userId'>,
  answer: PasskeyAnswer,
): Promise<void> {
  if ((await checkPasskey(app, answer)) !== userId) throw new Refusal('unauthorized', 'That passkey is not yours')
  await markAuthenticated(app, id)
}
