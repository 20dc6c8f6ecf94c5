import { html } from '../../src/lib/html.ts'
import { revokeSessions } from '../../src/people/session-moves.ts'
import { User } from '../../src/people/user.ts'
import type { PlatformContext } from '../context.ts'
import { readRowNumber } from './buttons.ts'
import type { PlatformScreen } from './screen.ts'

/** The screen of the alert about a new sign-in: the chat that receives a user's codes may end that session. */
export const signInsScreen: PlatformScreen = { presses: { signout: signOut } }

async function signOut(ctx: PlatformContext, [session]: string[]): Promise<void> {
  const row = readRowNumber(session)
  if (row === null) {
    await ctx.alert(ctx.t.signedIn.gone)
    return
  }
  const em = ctx.app.em('shared')
  const users = await em.find(User, { chatId: ctx.from!.id }, { fields: ['id'] })
  let ended = 0
  for (const { id } of users) ended += await revokeSessions(ctx.app, em, id, { only: row })
  await ctx.show({ text: html`${ended > 0 ? ctx.t.signedIn.signedOut : ctx.t.signedIn.gone}` })
}
