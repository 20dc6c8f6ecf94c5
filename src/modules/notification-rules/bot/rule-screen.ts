import type { PlatformContext } from '../../../../bot/context.ts'
import { menuRow, readRowNumber } from '../../../../bot/screens/buttons.ts'
import { makeChatActor } from '../../../../bot/screens/make-chat-actor.ts'
import { refuseForbiddenAct } from '../../../../bot/screens/refuse-forbidden-act.ts'
import type { PlatformScreen } from '../../../../bot/screens/screen.ts'
import { html } from '../../../lib/html.ts'
import { openUnread } from '../../../money/unread/open-unread.ts'
import { answerForm, questionAnswers } from '../answer-form.ts'
import { NotificationForm } from '../entities.ts'
import { examineForm } from '../examine-form.ts'
import { makeRule } from '../make-rule.ts'
import { ruleTexts } from '../texts/rule-texts.ts'
import { previewView } from './question-view.ts'

/** Handles answers to the question about a new wording; a yes first shows the rule, and a second press creates it. */
export const ruleScreen: PlatformScreen = {
  presses: { wordyes: showRule, wordmake: makeByChat, wordno: answerByChat },
}

async function showRule(ctx: PlatformContext, [id]: string[]): Promise<void> {
  const form = await findOwn(ctx, id)
  if (!form) return
  const accountId = form.account.id
  const looked = await examineForm(ctx.app, { accountId }, form.id)
  const { example, connection } = looked
  if (example) {
    const target = { accountId, connectionId: connection.id, unreadId: example.unreadId }
    await openUnread(ctx.app, target, makeChatActor(ctx, accountId))
  }
  await ctx.show(previewView(looked, ctx.language))
}

// If it runs again after a crash, it finds the rule already created.
async function makeByChat(ctx: PlatformContext, [id, seen]: string[]): Promise<void> {
  const form = await findOwn(ctx, id)
  if (!form) return
  await makeRule(ctx.app, makeChatActor(ctx, form.account.id), { formId: form.id, seen: seen ?? '' })
  await ctx.show({
    text: html`✅ ${ruleTexts[ctx.language].made}\n\n${ruleTexts[ctx.language].limits}`,
    buttons: [menuRow(ctx.t)],
  })
}

async function answerByChat(ctx: PlatformContext, [id, pressed]: string[]): Promise<void> {
  const form = await findOwn(ctx, id)
  const chosen = questionAnswers.find(each => each === pressed)
  if (!form || !chosen) return
  await answerForm(ctx.app, makeChatActor(ctx, form.account.id), { formId: form.id, answer: chosen })
  await ctx.show({ text: html`${ruleTexts[ctx.language].answered[chosen]}`, buttons: [menuRow(ctx.t)] })
}

// An id alone gives no access: it is looked up only in the accounts to which this chat is currently linked.
async function findOwn(ctx: PlatformContext, id: string | undefined): Promise<NotificationForm | null> {
  const formId = readRowNumber(id)
  const em = ctx.app.em({ accountIds: ctx.accountIds })
  const form = formId === null ? null : await em.findOne(NotificationForm, { id: formId })
  if (form) {
    refuseForbiddenAct(ctx, form.account.id, 'money')
    return form
  }
  await ctx.alert(ctx.t.unknownButton)
  return null
}
