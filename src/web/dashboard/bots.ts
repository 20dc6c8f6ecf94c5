import { z } from 'zod'
import { Html, html } from '../../lib/html.ts'
import { Bot } from '../../notices/bot.ts'
import { linkMerchant } from '../../notices/link-merchant.ts'
import { MerchantChat } from '../../notices/merchant-chat.ts'
import { unlinkChat } from '../../notices/unlink-chat.ts'
import { mayDo } from '../../people/membership.ts'
import { qrSvg } from '../../qris/picture.ts'
import { commonTexts } from '../parts/common-texts.ts'
import { actButton, banner, refusedBanner } from '../parts/forms.ts'
import { page } from '../parts/page.ts'
import { actingOf } from '../parts/visit.ts'
import { botTexts } from './bot-texts.ts'
import { settingsTexts } from './settings-texts.ts'

/** The shop's bots, and the chats in which merchants are told what happens. */
export const botsPage = page({
  path: '/dashboard/bots',
  role: 'read',
  async load(app, { scope, account }) {
    return {
      bots: await app.em(scope).find(Bot, {}, { orderBy: { id: 'asc' } }),
      chats: await app.em({ accountId: account.id }).find(MerchantChat, {}, { orderBy: { linkedAt: 'asc' } }),
    }
  },
  view({ app, language, visit, loaded: { bots, chats }, refusal, to }) {
    const mayChange = mayDo(visit.account.role, 'settings')
    const say = settingsTexts[language]
    const { nothing } = commonTexts[language]
    return {
      title: say.bots,
      body: html`<h1>${say.bots}</h1><p>${say.botsText}</p>${refusal?.code === 'unavailable' ? banner('stop', say.noPlatformBot) : refusedBanner({ language, refusal })}
<section class="card"><h2>${say.chats}</h2>${chats.length === 0 ? html`<p>${nothing}</p>` : html`<ul class="rows">${chats.map(({ chatId, name, linkedAt, blockedAt }) => html`<li><span><b>${name}</b><small>${app.calendar.format(linkedAt)}</small></span>${blockedAt && html`<span class="status bad">${say.chatBlocked}</span>`}${mayChange && html`<form class="inline" method="post"><input type="hidden" name="chat" value="${chatId}">${actButton('unlink', say.unlink, 'link')}</form>`}</li>`)}</ul>`}
${mayChange && html`<form method="post">${actButton('link', say.link)}</form>`}</section>
<section class="card"><div class="head"><h2>${say.shopBots}</h2>${mayChange && html`<a class="button quiet" href="${to('/dashboard/bots/add')}">${botTexts[language].add}</a>`}</div>${bots.length === 0 ? html`<p>${nothing}</p>` : html`<ul class="rows">${bots.map(({ username, firstName, state }) => html`<li><span><b>${firstName}</b><small>@${username}</small></span><span class="status ${state === 'active' ? 'good' : 'bad'}">${state === 'active' ? say.botActive : say.botRevoked}</span></li>`)}</ul>`}</section>`,
    }
  },
  act: {
    unlink: {
      role: 'settings',
      isSecret: true,
      fields: z.object({ chat: z.coerce.number().int() }),
      async run(app, visit, { chat }) {
        await unlinkChat(app, visit.account.id, chat, actingOf(visit))
        return { done: 'removed' }
      },
    },
    link: {
      role: 'settings',
      isSecret: true,
      async run(app, visit) {
        const link = await linkMerchant(app, visit.account.id, null, actingOf(visit))
        const url = link.localUrl ?? link.url
        const say = settingsTexts[visit.language]
        return {
          view: {
            title: say.linkTitle,
            body: html`<section class="card narrow"><h1>${say.linkTitle}</h1><p>${say.linkText}</p><div class="qr-small">${new Html(qrSvg(url))}</div><p><a class="button" href="${url}">${say.linkTitle}</a></p></section>`,
          },
        }
      },
    },
  },
})
