import { rollWebhookSecret } from '../../../keys/roll-webhook-secret.ts'
import { switchWebhookSecret } from '../../../keys/switch-webhook-secret.ts'
import { listWebhookSecrets } from '../../../keys/webhook-secret.ts'
import { html } from '../../../lib/html.ts'
import { backLink, card } from '../../parts/card.ts'
import { actButton, copyButton, refusedBanner } from '../../parts/forms.ts'
import { formatMoment } from '../../parts/moment.ts'
import { definePage } from '../../parts/page.ts'
import { makeUserActor } from '../../parts/visit.ts'
import { callbackTexts } from './callback-texts.ts'

/** The secrets that sign callbacks, shown after entering the password (contract 5.4), and the ways to change them. */
export const webhookSecretPage = definePage({
  path: '/dashboard/callbacks/secret',
  role: 'settings',
  isSecret: true,
  load: (app, { account }) => listWebhookSecrets(app, account.id),
  view({ app, language, loaded: secrets, refusal, to }) {
    const say = callbackTexts[language]
    const isRotating = secrets.length > 1
    const rows = secrets.map(({ secret, endsAt }, index) => {
      const id = `secret-${index}`
      const ends = endsAt && html`<small>${say.endsAt(formatMoment(app, language, endsAt))}</small>`
      const value = html`<code id="${id}">${secret}</code>${ends} ${copyButton(language, id)}`
      return html`<div><dt>${index === 0 ? say.current : say.fresh}</dt><dd>${value}</dd></div>`
    })
    const rotate = isRotating ? actButton('switch', say.switchNow) : actButton('rotate', say.rotate)
    const regenerate = actButton('regenerate', say.regenerate, 'danger')
    return {
      title: say.secret,
      body: html`
        ${backLink(to('/dashboard/callbacks'), say.title)}
        <h1>${say.secret}</h1>
        ${refusedBanner({ language, refusal })}
        ${card(null, html`<p>${say.secretText}</p><dl>${rows}</dl>`)}
        ${card(null, html`<p>${say.rotateText}</p><form method="post" novalidate>${rotate}</form>`)}
        ${card(null, html`<p>${say.regenerateText}</p><form method="post" novalidate>${regenerate}</form>`)}`,
      script: 'dashboard.js',
    }
  },
  act: {
    rotate: {
      async run(app, visit) {
        await rollWebhookSecret(app, visit.account.id, { overlaps: true }, makeUserActor(visit))
        return { done: 'saved' }
      },
    },
    switch: {
      async run(app, visit) {
        await switchWebhookSecret(app, visit.account.id, makeUserActor(visit))
        return { done: 'saved' }
      },
    },
    regenerate: {
      async confirm(_app, { language }) {
        const say = callbackTexts[language]
        return { title: say.sureRegenerate, text: say.sureRegenerateText, button: say.regenerate, isDangerous: true }
      },
      async run(app, visit) {
        await rollWebhookSecret(app, visit.account.id, { overlaps: false }, makeUserActor(visit))
        return { done: 'saved' }
      },
    },
  },
})
