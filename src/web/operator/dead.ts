import { z } from 'zod'
import { displayNames } from '../../accounts/display-names.ts'
import { Delivery } from '../../callbacks/delivery.ts'
import { givenUp } from '../../callbacks/given-up.ts'
import { redeliver } from '../../callbacks/redeliver.ts'
import { type Html, html } from '../../lib/html.ts'
import { Refusal } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { type DeadUpdate, listDeadUpdates } from '../../notices/list-dead-updates.ts'
import { Notice } from '../../notices/notice.ts'
import { retryNotice } from '../../notices/retry-notice.ts'
import { retryUpdate } from '../../notices/retry-update.ts'
import { commonTexts } from '../parts/common-texts.ts'
import { actButton, refusedBanner } from '../parts/forms.ts'
import { page } from '../parts/page.ts'
import { actingOf } from '../parts/visit.ts'
import { workTexts } from './work-texts.ts'

const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)
const Id = z.object({ id })
const shownAtOnce = 50

/**
 * Callbacks, messages and updates of bots that were given up, newest first, each to be sent again. What they hold is
 * their account's and not shown.
 */
export const operatorDeadPage = page({
  path: '/operator/dead',
  role: 'operator',
  load: app => app.slowly(() => readDead(app)),
  view({ app, language, loaded: { callbacks, notices, updates, names }, refusal, to }) {
    const say = workTexts[language]
    const { nothing } = commonTexts[language]
    const { format } = app.calendar
    const again = (act: string, id: number) =>
      html`<form class="inline" method="post"><input type="hidden" name="id" value="${id}">${actButton(act, say.again, 'link')}</form>`
    const list = (rows: ReturnType<typeof html>[]) =>
      rows.length === 0 ? html`<p>${nothing}</p>` : html`<ul class="rows">${rows}</ul>`
    return {
      title: say.dead,
      body: html`<h1>${say.dead}</h1><p>${say.deadText}</p>${refusedBanner({ language, refusal })}
<section class="card"><h2>${say.deadCallbacks}</h2>${list(callbacks.map(({ id, account, invoiceId, origin, state, attempts, createdAt }) => html`<li><span><b>${invoiceId}</b><small><a href="${to(`/operator/accounts/${account.id}`)}">${names.get(account.id)}</a> · ${origin} · ${state} · ${attempts} · ${format(createdAt)}</small></span>${again('callback', id)}</li>`))}</section>
<section class="card"><h2>${say.deadNotices}</h2>${list(notices.map(({ id, account, kind, lastError, attempts, createdAt }) => html`<li><span><b>${kind}</b><small>${account && html`<a href="${to(`/operator/accounts/${account.id}`)}">${names.get(account.id)}</a> · `}${lastError?.slice(0, errorMax)} · ${attempts} · ${format(createdAt)}</small></span>${again('notice', id)}</li>`))}</section>
<section class="card"><h2>${say.deadUpdates}</h2><p>${say.deadUpdatesText}</p>${list(updates.map(one => updateRow(one, one.endedAt && format(one.endedAt), say.handleAgain)))}</section>`,
    }
  },
  act: {
    callback: {
      fields: Id,
      async run(app, visit, { id }) {
        const found = await app.em('installation').findOne(Delivery, id)
        if (!found) throw new Refusal('not_found', 'There is no such callback')
        const { account, mode, invoiceId } = found
        const owner = { accountId: account.id, mode }
        const by = `operator: ${visit.session.displayName}`.slice(0, 100)
        await redeliver(app, { owner, which: { invoiceId }, by, acting: actingOf(visit) })
        return { done: 'sent' }
      },
    },
    update: {
      fields: z.object({ bot: id, update: id }),
      async run(app, visit, { bot: botId, update: updateId }) {
        await retryUpdate(app, { botId, updateId }, actingOf(visit))
        return { done: 'sent' }
      },
    },
    notice: {
      fields: Id,
      async run(app, visit, { id }) {
        await retryNotice(app, id, actingOf(visit))
        return { done: 'sent' }
      },
    },
  },
})

function updateRow(update: DeadUpdate, ended: string | null, button: string): Html {
  const { botId, updateId, username, reference, error, attempts } = update
  return html`<li><span><b>@${username}</b><small>${reference} · ${error?.slice(0, errorMax)} · ${attempts} · ${ended}</small></span><form class="inline" method="post"><input type="hidden" name="bot" value="${botId}"><input type="hidden" name="update" value="${updateId}">${actButton('update', button, 'link')}</form></li>`
}

const errorMax = 200

async function readDead(app: Needs<'em'>) {
  const em = app.em('installation')
  const newest = { orderBy: { id: 'desc' as const }, limit: shownAtOnce }
  const callbacks = await em.find(Delivery, givenUp(em, ['exhausted', 'blocked']), newest)
  const notices = await em.find(Notice, { state: 'failed' }, newest)
  const updates = await listDeadUpdates(app, shownAtOnce)
  return { callbacks, notices, updates, names: await displayNames(app, [...callbacks, ...notices]) }
}
