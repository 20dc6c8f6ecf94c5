import { z } from 'zod'
import { type Html, html } from '../../../lib/html.ts'
import { describeBrowser } from '../../../people/browser-name.ts'
import { mayDo } from '../../../people/membership.ts'
import { User } from '../../../people/user.ts'
import { makePath } from '../../../web/parts/address.ts'
import { card, linkButton } from '../../../web/parts/card.ts'
import { actButton, checkbox, hiddenField, inlineForm, refusedBanner } from '../../../web/parts/forms.ts'
import { formatMoment } from '../../../web/parts/moment.ts'
import { definePage, type ViewContext } from '../../../web/parts/page.ts'
import { rowEntry, rowList } from '../../../web/parts/table.ts'
import type { Visit } from '../../../web/parts/visit.ts'
import { type AlertChannel, alertChannels, alertKinds } from '../alert.ts'
import { findPublicKey } from '../push-key.ts'
import { PushSubscription } from '../push-subscription.ts'
import { addSubscription, removeSubscription } from '../subscribe.ts'
import { type AccountMember, type AlertSwitches, readAlertSwitches, switchAlerts } from '../switch-alerts.ts'
import { type AlertsTexts, alertsTexts } from '../texts/alerts-texts.ts'

interface Loaded {
  switches: AlertSwitches
  devices: PushSubscription[]
  publicKey: string | null
  /** The confirmed e-mail address; null if there is not one. */
  email: string | null
}
type ShownAlerts = ViewContext<Visit, object, Loaded>

const memberOf = ({ account, session }: Visit): AccountMember => ({ accountId: account.id, userId: session.userId })

/** The page on which a member chooses alerts by kind and channel, and the browsers that receive them. */
export const alertsPage = definePage({
  path: '/dashboard/alerts',
  role: 'read',
  async load(app, visit): Promise<Loaded> {
    const member = memberOf(visit)
    const user = await app.em('shared').findOneOrFail(User, member.userId)
    const own = { user: member.userId }
    return {
      switches: await readAlertSwitches(app, member),
      devices: await app.em({ accountId: member.accountId }).find(PushSubscription, own, { orderBy: { id: 'asc' } }),
      publicKey: await findPublicKey(app),
      email: user.emailVerifiedAt === null ? null : user.email,
    }
  },
  view(view: ShownAlerts) {
    const { language, refusal, to } = view
    const say = alertsTexts[language]
    return {
      title: say.title,
      script: 'alerts-page.js',
      body: html`
        <h1>${say.title}</h1>
        <p>${say.lead}</p>
        ${refusedBanner({ language, refusal })}
        ${soundCard(say)}
        ${pushCard(view, say)}
        ${emailCard(view, say)}
        ${card(
          say.telegram,
          html`<p>${say.telegramText}</p><p>${linkButton(to('/dashboard/bots'), say.toBots, 'quiet')}</p>`,
        )}`,
    }
  },
  act: {
    save: {
      fields: z.object({
        channel: z.enum(alertChannels),
        kinds: z.union([z.array(z.string().max(20)), z.string().max(20)]).optional(),
      }),
      async run(app, visit, { channel, kinds }) {
        await switchAlerts(app, memberOf(visit), channel, new Set([kinds ?? []].flat()))
        return { done: 'saved' }
      },
    },
    subscribe: {
      fields: z.object({
        endpoint: z.string().max(2000),
        p256dh: z.string().max(200),
        auth: z.string().max(100),
      }),
      async run(app, visit, subscription) {
        await addSubscription(app, memberOf(visit), { ...subscription, browser: describeBrowser(visit.userAgent) })
        return { done: 'added' }
      },
    },
    unsubscribe: {
      fields: z.object({ device: z.coerce.number().int().min(1) }),
      async run(app, visit, { device }) {
        await removeSubscription(app, memberOf(visit), device)
        return { done: 'removed' }
      },
    },
  },
})

function soundCard(say: AlertsTexts): Html {
  const words = html`data-on="${say.soundOn}" data-off="${say.soundOff}"`
  return card(
    say.sound,
    html`<p>${say.soundText}</p>
      <p><button type="button" class="button quiet" data-alert-sound ${words} hidden></button></p>`,
  )
}

function pushCard(view: ShownAlerts, say: AlertsTexts): Html {
  const { app, language, loaded } = view
  const { devices, publicKey } = loaded
  const rows = devices.map(
    ({ id, browser, createdAt }) =>
      html`<li>${rowEntry(browser, formatMoment(app, language, createdAt))}
        ${inlineForm({ device: id }, actButton('unsubscribe', say.remove, 'link'))}</li>`,
  )
  const words = html`data-unsupported="${say.unsupported}" data-denied="${say.denied}" data-failed="${say.failed}"`
  const worker = makePath(app.config, '/alerts-worker.js')
  const start = html`<form method="post" novalidate data-push="${publicKey}" data-worker="${worker}" ${words}>
      ${hiddenField('endpoint', '')}${hiddenField('p256dh', '')}${hiddenField('auth', '')}
      ${hiddenField('act', 'subscribe')}
      <button type="button" class="button" data-push-start hidden>${say.turnOn}</button>
      <p role="status" data-push-said></p>
    </form>
    <noscript><p>${say.needsScript}</p></noscript>`
  return card(
    say.push,
    html`<p>${say.pushText}</p>
      ${publicKey === null ? html`<p>${say.noKey}</p>` : start}
      <h3>${say.devices}</h3>
      ${rowList(rows, say.noDevices)}
      ${switchForm('push', view, say)}`,
  )
}

function emailCard(view: ShownAlerts, say: AlertsTexts): Html {
  const { app, loaded, to } = view
  const { email } = loaded
  if (!app.mailer) return card(say.email, html`<p>${say.noMailer}</p>`)
  if (email === null) {
    const profile = linkButton(to('/dashboard/profile'), say.toProfile, 'quiet')
    return card(say.email, html`<p>${say.emailMissing}</p><p>${profile}</p>`)
  }
  return card(say.email, html`<p>${say.emailTo(email)}</p>${switchForm('email', view, say)}`)
}

function switchForm(channel: AlertChannel, { loaded, visit }: ShownAlerts, say: AlertsTexts): Html {
  // Only owners approve.
  const kinds = alertKinds.filter(kind => kind !== 'approval' || mayDo(visit.account.role, 'settings'))
  const ticks = kinds.map(kind =>
    checkbox({ name: 'kinds', value: kind, label: say.kinds[kind], isOn: loaded.switches[channel][kind] }),
  )
  return html`<form method="post" novalidate>
    ${hiddenField('channel', channel)}${ticks}${actButton('save', say.save, 'quiet')}
  </form>`
}
