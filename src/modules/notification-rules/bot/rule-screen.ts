import type { PlatformContext } from '../../../../bot/context.ts'
import { actingFor } from '../../../../bot/screens/acting-for.ts'
import { menuRow, readRow } from '../../../../bot/screens/buttons.ts'
import { refuseUnallowed } from '../../../../bot/screens/refuse-unallowed.ts'
import type { PlatformScreen } from '../../../../bot/screens/screen.ts'
import { html } from '../../../lib/html.ts'
import { nullIfNotFound } from '../../../lib/refusals/null-if-not-found.ts'
import { openUnread } from '../../../money/unread/open-unread.ts'
import { answerForm, answers } from '../answer-form.ts'
import { type LookedForm, lookAtForm } from '../look-at-form.ts'
import { makeRule } from '../make-rule.ts'
import { ruleTexts } from '../rule-texts.ts'
import { previewView } from './question-view.ts'

/** The answers to the question about a new wording; a yes shows the rule first, and makes it by a second press. */
export const ruleScreen: PlatformScreen = {
  presses: { wordyes: showRule, wordmake: make, wordno: answer },
}

async function showRule(ctx: PlatformContext, [id]: string[]): Promise<void> {
  const looked = await findOwn(ctx, id)
  if (!looked) return
  const { example, connection, form } = looked
  const accountId = form.account.id
  if (example) {
    const target = { accountId, connectionId: connection.id, unreadId: example.unreadId }
    await openUnread(ctx.app, target, actingFor(ctx, accountId))
  }
  await ctx.show(previewView(looked, ctx.language))
}

// Handled again after a crash, it finds the rule made already.
async function make(ctx: PlatformContext, [id, seen]: string[]): Promise<void> {
  const looked = await findOwn(ctx, id)
  if (!looked) return
  const { form } = looked
  await makeRule(ctx.app, actingFor(ctx, form.account.id), { formId: form.id, seen: seen ?? '' })
  await ctx.show({
    text: html`✅ ${ruleTexts[ctx.language].made}\n\n${ruleTexts[ctx.language].limits}`,
    buttons: [menuRow(ctx.t)],
  })
}

async function answer(ctx: PlatformContext, [id, given]: string[]): Promise<void> {
  const looked = await findOwn(ctx, id)
  const known = answers.find(each => each === given)
  if (!looked || !known) return
  const { form } = looked
  await answerForm(ctx.app, actingFor(ctx, form.account.id), { formId: form.id, answer: known })
  await ctx.show({ text: html`${ruleTexts[ctx.language].answered[known]}`, buttons: [menuRow(ctx.t)] })
}

// An id alone gives no access: it is searched only in the accounts that this chat is linked to now.
async function findOwn(ctx: PlatformContext, id: string | undefined): Promise<LookedForm | null> {
  const formId = readRow(id)
  if (formId !== null) {
    for (const accountId of ctx.accountIds) {
      const looked = await nullIfNotFound(lookAtForm(ctx.app, { accountId }, formId))
      if (!looked) continue
      refuseUnallowed(ctx, accountId, 'money')
      return looked
    }
  }
  await ctx.alert(ctx.t.unknownButton)
  return null
}
