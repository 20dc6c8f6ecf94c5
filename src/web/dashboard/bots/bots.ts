import { z } from 'zod'
import { Html, html } from '../../../lib/html.ts'
import { Bot } from '../../../notices/bot.ts'
import { linkMerchant } from '../../../notices/link-merchant.ts'
import { MerchantChat } from '../../../notices/merchant-chat.ts'
import { unlinkChat } from '../../../notices/unlink-chat.ts'
import { mayDo } from '../../../people/membership.ts'
import { qrSvg } from '../../../qris/picture.ts'
import { card, chip, linkButton, narrowCard } from '../../parts/card.ts'
import { commonTexts } from '../../parts/common-texts.ts'
import { actButton, banner, inlineForm, refusedBanner } from '../../parts/forms.ts'
import { formatMoment } from '../../parts/moment.ts'
import { definePage } from '../../parts/page.ts'
import { rowEntry, rowList } from '../../parts/table.ts'
import { makeUserActor } from '../../parts/visit.ts'
import { settingsTexts } from '../settings/settings-texts.ts'
import { botTexts } from './bot-texts.ts'

/** The shop's bots, and the chats that receive the merchant's notices. */
export const botsPage = definePage({
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
    const hasNoBot = refusal?.code === 'unavailable'
    const add = linkButton(to('/dashboard/bots/add'), botTexts[language].add, 'quiet')
    const chatRows = chats.map(({ chatId, name, linkedAt, blockedAt }) => {
      const unlink = mayChange && inlineForm({ chat: chatId }, actButton('unlink', say.unlink, 'link'))
      const blocked = blockedAt && chip('bad', say.chatBlocked)
      return html`<li>${rowEntry(name, formatMoment(app, language, linkedAt))}${blocked}${unlink}</li>`
    })
    const botRows = bots.map(({ username, firstName, state }) => {
      const isActive = state === 'active'
      const status = chip(isActive ? 'good' : 'bad', isActive ? say.botActive : say.botRevoked)
      return html`<li>${rowEntry(firstName, `@${username}`)}${status}</li>`
    })
    return {
      title: say.bots,
      body: html`
        <h1>${say.bots}</h1>
        <p>${say.botsText}</p>
        ${hasNoBot ? banner('stop', say.noPlatformBot) : refusedBanner({ language, refusal })}
        ${card(
          say.chats,
          html`${rowList(chatRows, nothing)}
            ${mayChange && html`<form method="post" novalidate>${actButton('link', say.link)}</form>`}`,
        )}
        ${card(
          null,
          html`<div class="head"><h2>${say.shopBots}</h2>${mayChange && add}</div>
            ${rowList(botRows, nothing)}`,
        )}`,
    }
  },
  act: {
    unlink: {
      role: 'settings',
      isSecret: true,
      fields: z.object({ chat: z.coerce.number().int() }),
      async run(app, visit, { chat }) {
        await unlinkChat(app, visit.account.id, chat, makeUserActor(visit))
        return { done: 'removed' }
      },
    },
    link: {
      role: 'settings',
      isSecret: true,
      async run(app, visit) {
        const link = await linkMerchant(app, visit.account.id, null, makeUserActor(visit))
        const url = link.localUrl ?? link.url
        const say = settingsTexts[visit.language]
        return {
          view: {
            title: say.linkTitle,
            body: narrowCard(
              say.linkTitle,
              html`<p>${say.linkText}</p>
                <div class="qr-small">${new Html(qrSvg(url))}</div>
                <p>${linkButton(url, say.linkTitle)}</p>`,
            ),
          },
        }
      },
    },
  },
})
