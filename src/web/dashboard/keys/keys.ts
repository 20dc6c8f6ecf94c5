import { z } from 'zod'
import { type KeyScope, keyScopes } from '../../../keys/api-key.ts'
import { createKey } from '../../../keys/create-key.ts'
import { type ListedKey, listKeys } from '../../../keys/list-keys.ts'
import { revokeKey } from '../../../keys/revoke-key.ts'
import { rollKey } from '../../../keys/roll-key.ts'
import { type Html, html } from '../../../lib/html.ts'
import { notFound, refuseField } from '../../../lib/refusal.ts'
import type { App, Needs } from '../../../needs.ts'
import { mayDo } from '../../../people/membership.ts'
import { makePath } from '../../parts/address.ts'
import { card, chip, linkButton, narrowCard } from '../../parts/card.ts'
import { commonTexts } from '../../parts/common-texts.ts'
import { actButton, checkbox, copyButton, field, inlineForm, refusedBanner } from '../../parts/forms.ts'
import { RowId } from '../../parts/inputs.ts'
import { formatMoment } from '../../parts/moment.ts'
import { definePage, type View, type ViewContext } from '../../parts/page.ts'
import { rowEntry, rowList } from '../../parts/table.ts'
import { makeUserActor, type Visit } from '../../parts/visit.ts'
import { keyTexts } from './key-texts.ts'

const rollOverlapS = 86_400
const Id = z.object({ key: RowId })

/** The API keys of one mode: created, shown once, rolled and revoked. */
export const keysPage = definePage({
  path: '/dashboard/keys',
  role: 'read',
  load: async (app, { account, mode }) => (await listKeys(app, account.id)).filter(key => key.mode === mode),
  view(view) {
    const { language, refusal, to, visit } = view
    const say = keyTexts[language]
    const labels = { label: say.label, scopes: say.scopes, expires_at: say.expires, allowed_addresses: say.from }
    return {
      title: say.title,
      body: html`
        <h1>${say.title}</h1>
        <p>${say.intro}</p>
        ${refusedBanner({ language, refusal, labels })}
        ${keyList(view)}
        ${mayDo(visit.account.role, 'settings') && keyForm(view)}
        <p><a href="${to('/dashboard/keys/log')}">${say.log}</a></p>`,
    }
  },
  act: {
    create: {
      role: 'settings',
      isSecret: true,
      fields: z.object({
        label: z.string().trim().max(400),
        scopes: z.union([z.array(z.enum(keyScopes)), z.enum(keyScopes)]).optional(),
        expires_at: z.string().optional(),
        allowed_addresses: z.string().max(1000).optional(),
      }),
      async run(app, visit, { label, scopes, expires_at, allowed_addresses }) {
        const { account, mode } = visit
        const requestedScopes: KeyScope[] = [scopes ?? []].flat()
        const request = {
          accountId: account.id,
          mode,
          label,
          scopes: requestedScopes,
          expiresAt: readLastDay(app, expires_at),
          allowedAddresses: (allowed_addresses ?? '').split(',').filter(one => one.trim() !== ''),
        }
        return { view: newKeyView(app, visit, await createKey(app, request, makeUserActor(visit)), null) }
      },
    },
    roll: {
      role: 'settings',
      isSecret: true,
      fields: Id,
      async run(app, visit, { key: keyId }) {
        await requireOwn(app, visit, keyId)
        const request = { keyId, overlapS: rollOverlapS }
        const { key, oldExpiresAt } = await rollKey(app, visit.account.id, request, makeUserActor(visit))
        return { view: newKeyView(app, visit, key, oldExpiresAt) }
      },
    },
    revoke: {
      role: 'settings',
      isSecret: true,
      fields: Id,
      async confirm(app, visit, { key: keyId }) {
        const { label } = await requireOwn(app, visit, keyId)
        const say = keyTexts[visit.language]
        return { title: say.sureRevoke(label), text: say.sureRevokeText, button: say.revoke, isDangerous: true }
      },
      async run(app, visit, { key: keyId }) {
        await requireOwn(app, visit, keyId)
        await revokeKey(app, visit.account.id, keyId, makeUserActor(visit))
        return { done: 'removed' }
      },
    },
  },
})

// A key of the other mode is treated like an unknown one.
async function requireOwn(app: App, { account, mode }: Visit, keyId: number): Promise<ListedKey> {
  const keys = await listKeys(app, account.id)
  const own = keys.find(key => key.id === keyId && key.mode === mode)
  if (!own) throw notFound('API key')
  return own
}

function readLastDay(app: Needs<'calendar'>, day: string | undefined): Date | undefined {
  if (!day) return undefined
  const end = app.calendar.endOfDay(day)
  if (end === null) throw refuseField('expires_at', 'is a day that exists', 'not_a_day')
  return end
}

function newKeyView(app: App, { language }: Visit, key: string, oldUntil: Date | null): View {
  const say = keyTexts[language]
  return {
    title: say.madeTitle,
    body: narrowCard(
      say.madeTitle,
      html`
        <p>${say.madeText}</p>
        <p class="made" id="made"><code>${key}</code></p>
        ${oldUntil && html`<p>${say.oldUntil(formatMoment(app, language, oldUntil))}</p>`}
        <p class="choices">
          ${copyButton(language, 'made')}
          ${linkButton(makePath(app.config, '/dashboard/keys'), say.done)}
        </p>`,
    ),
    script: 'dashboard.js',
  }
}

type ShownKeys = ViewContext<Visit, object, ListedKey[]>

function keyForm({ language, given, fieldErrors: errors }: ShownKeys): Html {
  const say = keyTexts[language]
  const label = { name: 'label', label: say.label, hint: say.labelHint, value: given.label }
  const expires = { name: 'expires_at', label: say.expires, hint: say.expiresHint }
  const addresses = { name: 'allowed_addresses', label: say.from, hint: say.fromHint, value: given.allowed_addresses }
  const scopes = keyScopes.map(scope =>
    checkbox({ name: 'scopes', value: scope, label: say.scopeNames[scope], isOn: true }),
  )
  return card(
    say.make,
    html`<form method="post" novalidate>
      ${field({ ...label, maxlength: 100, errors })}
      <fieldset class="ticks"><legend>${say.scopes}</legend>${scopes}</fieldset>
      ${field({ ...expires, type: 'date', isOptional: true, errors })}
      ${field({ ...addresses, isOptional: true, errors })}
      ${actButton('create', say.make)}
    </form>`,
  )
}

function keyList(view: ShownKeys): Html {
  const { nothing } = commonTexts[view.language]
  return card(
    null,
    rowList(
      view.loaded.map(key => keyRow(view, key)),
      nothing,
    ),
  )
}

function keyRow({ app, language, visit, to }: ShownKeys, key: ListedKey): Html {
  const say = keyTexts[language]
  const { id, hint, label, scopes, lastUsedAt, isUsable, expiresAt, revokedAt } = key
  const details = [
    hint,
    scopes.map(scope => say.scopeNames[scope]).join(', '),
    lastUsedAt ? say.used(formatMoment(app, language, lastUsedAt)) : say.neverUsed,
    ...(isUsable && expiresAt ? [say.until(formatMoment(app, language, expiresAt))] : []),
  ]
  const state = isUsable ? say.works : revokedAt ? say.revoked : say.expired
  const forms =
    isUsable &&
    mayDo(visit.account.role, 'settings') &&
    inlineForm({ key: id }, [actButton('roll', say.roll, 'link'), actButton('revoke', say.revoke, 'link')])
  return html`<li>
    ${rowEntry(label, details.join(' · '))}
    <span class="inline">
      ${chip(isUsable ? 'good' : '', state)}
      ${forms}
      <a class="link" href="${to('/dashboard/keys/log', { key: String(id) })}">${say.logOf}</a>
    </span>
  </li>`
}
