import { z } from 'zod'
import { Html, html } from '../../../lib/html.ts'
import { notFound, Refusal } from '../../../lib/refusal.ts'
import type { App } from '../../../needs.ts'
import { mayDo } from '../../../people/membership.ts'
import { qrSvg } from '../../../qris/picture.ts'
import { makePath } from '../../../web/parts/address.ts'
import { card, chip, linkButton, narrowCard } from '../../../web/parts/card.ts'
import { actButton, emptyState, field, inlineForm, refusedBanner, selectField } from '../../../web/parts/forms.ts'
import { RowId } from '../../../web/parts/inputs.ts'
import { formatMoment } from '../../../web/parts/moment.ts'
import { definePage, type View, type ViewContext } from '../../../web/parts/page.ts'
import { rowEntry } from '../../../web/parts/table.ts'
import { makeMemberActor, type Visit } from '../../../web/parts/visit.ts'
import { Device, type DeviceKind } from '../device.ts'
import { type InvitedDevice, inviteDevice } from '../invite-device.ts'
import { listDevices } from '../list-devices.ts'
import { revokeDevice } from '../revoke-device.ts'
import { type DeviceTexts, deviceTexts } from '../texts/device-texts.ts'
import { devicePaths } from './device-cookies.ts'

const Id = z.object({ device: RowId })

/** The kinds that can be paired. */
const offered: readonly DeviceKind[] = ['kasir', 'soundbox']

type ShownDevices = ViewContext<Visit, object, Device[]>

/** Invites phones and tablets at the counter by a code, lists and revokes them. */
export const devicesPage = definePage({
  path: '/dashboard/devices',
  role: 'read',
  load: (app, { scope }): Promise<Device[]> => listDevices(app, scope),
  view(view: ShownDevices) {
    const { language, refusal, visit, loaded } = view
    const say = deviceTexts[language]
    const rows = loaded.map(device => deviceRow(view, device, say))
    return {
      title: say.title,
      body: html`
        <h1>${say.title}</h1>
        <p class="lead">${say.lead}</p>
        ${refusedBanner({ language, refusal, labels: { name: say.name, devices: say.title } })}
        ${loaded.length === 0 ? emptyState(say.none) : card(null, html`<ul class="rows">${rows}</ul>`)}
        ${mayDo(visit.account.role, 'settings') && card(say.add, inviteForm(view, say))}`,
    }
  },
  act: {
    invite: {
      role: 'settings',
      fields: z.object({ name: z.string().trim().max(100), kind: z.enum(['kasir', 'soundbox']).default('kasir') }),
      async run(app, visit, { name, kind }) {
        if (!offered.includes(kind)) throw new Refusal('not_found', 'No device of this kind can be paired')
        return { view: invitedView(app, visit, await inviteDevice(app, { name, kind }, makeMemberActor(visit))) }
      },
    },
    revoke: {
      role: 'settings',
      fields: Id,
      async confirm(app, { scope, language }, { device: id }) {
        const device = await app.em(scope).findOne(Device, id)
        if (!device) throw notFound('device')
        const say = deviceTexts[language]
        const title = say.sureRevoke(device.name)
        const text = [device.seenAt && say.lastUsed(formatMoment(app, language, device.seenAt)), say.sureRevokeText]
        return { title, text: text.filter(Boolean).join(' '), button: say.revoke, isDangerous: true }
      },
      async run(app, visit, { device }) {
        await revokeDevice(app, device, makeMemberActor(visit))
        return { done: 'removed' }
      },
    },
  },
})

function inviteForm({ language, given, fieldErrors: errors }: ShownDevices, say: DeviceTexts): Html {
  const kinds = offered.map(kind => [kind, deviceTexts[language].kinds[kind]] as const)
  const kind = { name: 'kind', label: say.kind, value: given.kind ?? 'kasir', options: kinds }
  const name = { name: 'name', label: say.name, hint: say.nameHint, value: given.name, maxlength: 60, errors }
  return html`<form method="post" novalidate>
    ${offered.length > 1 && selectField(kind)}
    ${field({ ...name, autocomplete: 'off' })}
    ${actButton('invite', say.make)}
  </form>`
}

function deviceRow({ app, language, visit }: ShownDevices, device: Device, say: DeviceTexts): Html {
  const { id, kind, name, browser, pairedAt, seenAt, codeUntil, revokedAt } = device
  const details = [
    say.kinds[kind],
    browser,
    pairedAt && say.paired(formatMoment(app, language, pairedAt)),
    seenAt && say.seen(formatMoment(app, language, seenAt)),
    codeUntil && say.awaited(formatMoment(app, language, codeUntil)),
  ]
  const state = revokedAt ? chip('', say.revoked) : pairedAt ? chip('good', say.works) : chip('wait', say.waits)
  const mayRevoke = revokedAt === null && mayDo(visit.account.role, 'settings')
  return html`<li>
    ${rowEntry(name, details.filter(Boolean).join(' · '))}
    <span class="inline">
      ${state}
      ${mayRevoke && inlineForm({ device: id }, actButton('revoke', say.revoke, 'link'))}
    </span>
  </li>`
}

/** Renders the code of a waiting device, shown only once. */
function invitedView(app: App, { language }: Visit, { device, code }: InvitedDevice): View {
  const say = deviceTexts[language]
  const shown = `${code.slice(0, 4)}-${code.slice(4)}`
  const page = new URL(makePath(app.config, devicePaths[device.kind]), app.config.baseUrl).href
  const opened = `${page}?code=${shown}`
  const drawn = new Html(qrSvg(opened))
  const body = html`<p>${say.codeText(say.kinds[device.kind], device.name)}</p>
    <p>${say.steps}</p>
    <div class="code" role="img" aria-label="${say.qr}">${drawn}</div>
    <dl>
      <div><dt>${say.code}</dt><dd data-testid="pairing-code"><code>${shown}</code></dd></div>
      <div><dt>${say.address}</dt><dd><code>${page}</code></dd></div>
    </dl>
    <p>${say.until(formatMoment(app, language, device.codeUntil!))}</p>
    <p class="choices">
      ${linkButton(opened, say.here)}
      ${linkButton(makePath(app.config, '/dashboard/devices'), say.done, 'quiet')}
    </p>`
  return { title: say.codeTitle, body: narrowCard(say.codeTitle, body) }
}
