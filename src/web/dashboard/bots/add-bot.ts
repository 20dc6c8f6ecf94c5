import { z } from 'zod'
import type { Actor } from '../../../accounts/audit.ts'
import type { Mode } from '../../../database/scope.ts'
import { html } from '../../../lib/html.ts'
import type { App } from '../../../needs.ts'
import { backLink, narrowCard } from '../../parts/card.ts'
import { actButton, field, refusedBanner } from '../../parts/forms.ts'
import { type AnyPage, definePage } from '../../parts/page.ts'
import { makeUserActor } from '../../parts/visit.ts'
import { botTexts } from './bot-texts.ts'

/** Adds a shop's bot; implemented by the bot's own code. */
export type AddBot = (
  app: App,
  request: { token: string; accountId: number; mode: Mode; by: Actor },
) => Promise<unknown>

/** Adds a bot to the shop in the current mode, by the token from BotFather. */
export function createAddBotPage(addBot: AddBot): AnyPage {
  return definePage({
    path: '/dashboard/bots/add',
    role: 'settings',
    load: async () => ({}),
    view({ language, refusal, visit, to }) {
      const say = botTexts[language]
      const token = field({
        name: 'token',
        label: say.token,
        hint: say.tokenHint,
        type: 'password',
        autocomplete: 'off',
        maxlength: 100,
        isFocused: true,
      })
      return {
        title: say.add,
        body: html`
          ${backLink(to('/dashboard/bots'), say.title)}
          ${narrowCard(
            say.add,
            html`${refusedBanner({ language, refusal, labels: { token: say.token } })}
              <ol class="steps">${say.steps.map(step => html`<li>${step}</li>`)}</ol>
              <p><small>${say.modes[visit.mode]}</small></p>
              <form method="post" novalidate>${token}${actButton('add', say.add)}</form>`,
          )}`,
      }
    },
    act: {
      add: {
        isSecret: true,
        fields: z.object({ token: z.string().trim().max(100) }),
        async run(app, visit, { token }) {
          await addBot(app, { token, ...visit.scope, by: makeUserActor(visit) })
          return { to: '/dashboard/bots', done: 'added' }
        },
      },
    },
  })
}
