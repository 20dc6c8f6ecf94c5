import { z } from 'zod'
import { readDisplayNames } from '../../accounts/read-display-names.ts'
import { Delivery } from '../../callbacks/delivery.ts'
import { failedCallbacksCondition } from '../../callbacks/failed-callbacks-condition.ts'
import { redeliverCallbacks } from '../../callbacks/redeliver.ts'
import { type Html, html } from '../../lib/html.ts'
import { notFound } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { type DeadUpdate, listDeadUpdates } from '../../notices/list-dead-updates.ts'
import { Notice } from '../../notices/notice.ts'
import { retryNotice } from '../../notices/retry-notice.ts'
import { retryUpdate } from '../../notices/retry-update.ts'
import { card } from '../parts/card.ts'
import { commonTexts } from '../parts/common-texts.ts'
import { actButton, inlineForm, refusedBanner } from '../parts/forms.ts'
import { RowId } from '../parts/inputs.ts'
import { formatMoment } from '../parts/moment.ts'
import { definePage } from '../parts/page.ts'
import { rowEntry, rowList } from '../parts/table.ts'
import { makeUserActor } from '../parts/visit.ts'
import { workTexts } from './work-texts.ts'

const Id = z.object({ id: RowId })
const shownAtOnce = 50

/**
 * Abandoned callbacks, messages and bot updates, newest first, which can be sent again. Their contents belong to their
 * account and are not shown.
 */
export const operatorDeadPage = definePage({
  path: '/operator/dead',
  role: 'operator',
  load: app => app.slowly(() => readDead(app)),
  view({ app, language, loaded: { callbacks, notices, updates, names }, refusal, to }) {
    const say = workTexts[language]
    const { nothing } = commonTexts[language]
    const format = (at: Date) => formatMoment(app, language, at)
    const again = (act: string, id: number) => inlineForm({ id }, actButton(act, say.again, 'link'))
    const merchant = (id: number) => html`<a href="${to(`/operator/accounts/${id}`)}">${names.get(id)}</a>`
    const callbackRows = callbacks.map(({ id, account, invoiceId, origin, state, attempts, createdAt }) => {
      const details = html`${merchant(account.id)} · ${origin} · ${state} · ${attempts} · ${format(createdAt)}`
      return html`<li>${rowEntry(invoiceId, details)}${again('callback', id)}</li>`
    })
    const noticeRows = notices.map(({ id, account, kind, lastError, attempts, createdAt }) => {
      const error = lastError?.slice(0, errorMax)
      const owner = account && html`${merchant(account.id)} · `
      const details = html`${owner}${error} · ${attempts} · ${format(createdAt)}`
      return html`<li>${rowEntry(kind, details)}${again('notice', id)}</li>`
    })
    const updateRows = updates.map(one => updateRow(one, one.endedAt && format(one.endedAt), say.handleAgain))
    return {
      title: say.dead,
      body: html`
        <h1>${say.dead}</h1>
        <p>${say.deadText}</p>
        ${refusedBanner({ language, refusal })}
        ${card(say.deadCallbacks, rowList(callbackRows, nothing))}
        ${card(say.deadNotices, rowList(noticeRows, nothing))}
        ${card(say.deadUpdates, html`<p>${say.deadUpdatesText}</p>${rowList(updateRows, nothing)}`)}`,
    }
  },
  act: {
    callback: {
      fields: Id,
      async run(app, visit, { id }) {
        const delivery = await app.em('installation').findOne(Delivery, id)
        if (!delivery) throw notFound('callback')
        const { account, mode, invoiceId } = delivery
        const owner = { accountId: account.id, mode }
        const by = `operator: ${visit.session.displayName}`.slice(0, 100)
        await redeliverCallbacks(app, { owner, which: { invoiceId }, by, acting: makeUserActor(visit) })
        return { done: 'sent' }
      },
    },
    update: {
      fields: z.object({ bot: RowId, update: RowId }),
      async run(app, visit, { bot: botId, update: updateId }) {
        await retryUpdate(app, { botId, updateId }, makeUserActor(visit))
        return { done: 'sent' }
      },
    },
    notice: {
      fields: Id,
      async run(app, visit, { id }) {
        await retryNotice(app, id, makeUserActor(visit))
        return { done: 'sent' }
      },
    },
  },
})

function updateRow(update: DeadUpdate, ended: string | null, button: string): Html {
  const { botId, updateId, username, reference, error, attempts } = update
  const details = `${reference} · ${error?.slice(0, errorMax) ?? ''} · ${attempts} · ${ended ?? ''}`
  const again = inlineForm({ bot: botId, update: updateId }, actButton('update', button, 'link'))
  return html`<li>${rowEntry(`@${username}`, details)}${again}</li>`
}

const errorMax = 200

async function readDead(app: Needs<'em'>) {
  const em = app.em('installation')
  const newest = { orderBy: { id: 'desc' as const }, limit: shownAtOnce }
  const callbacks = await em.find(Delivery, failedCallbacksCondition(em, ['exhausted', 'blocked']), newest)
  const notices = await em.find(Notice, { state: 'failed' }, newest)
  const updates = await listDeadUpdates(app, shownAtOnce)
  return { callbacks, notices, updates, names: await readDisplayNames(app, [...callbacks, ...notices]) }
}
