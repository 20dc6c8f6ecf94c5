import { z } from 'zod'
import { type Html, html } from '../../../lib/html.ts'
import { notFound } from '../../../lib/refusal.ts'
import type { App } from '../../../needs.ts'
import { mayDo } from '../../../people/membership.ts'
import { makePath } from '../../../web/parts/address.ts'
import { card, chip, linkButton, narrowCard } from '../../../web/parts/card.ts'
import { commonTexts } from '../../../web/parts/common-texts.ts'
import { factList } from '../../../web/parts/facts.ts'
import { actButton, checkbox, copyButton, field, inlineForm, refusedBanner } from '../../../web/parts/forms.ts'
import { definePage, type View, type ViewContext } from '../../../web/parts/page.ts'
import { rowEntry, rowList } from '../../../web/parts/table.ts'
import { makeUserActor, type Visit } from '../../../web/parts/visit.ts'
import { CompatKey, compatScopes, makeCallbackToken } from '../compat-key.ts'
import { createCompatKey } from '../create-compat-key.ts'
import { listCompatKeys } from '../list-compat-keys.ts'
import { revokeCompatKey } from '../revoke-compat-key.ts'
import { compatTexts } from '../texts/compat-texts.ts'

const Id = z.object({ key: z.guid() })

/** Creates keys for the SDKs of other gateways, shows them once and revokes them. */
export const compatKeysPage = definePage({
  path: '/dashboard/compat',
  role: 'read',
  load: (app, { account, mode }) => listCompatKeys(app, { accountId: account.id, mode }),
  view(view) {
    const { app, language, refusal, visit } = view
    const say = compatTexts[language]
    const labels = { label: say.label, scopes: say.scopes, notify: say.notify }
    return {
      title: say.title,
      body: html`
        <h1>${say.title}</h1>
        <p>${say.intro}</p>
        <p>${say.exact}</p>
        ${refusedBanner({ language, refusal, labels })}
        ${card(
          say.addresses,
          factList([
            ['Midtrans', html`<code>${app.config.baseUrl}/compat/midtrans</code>`],
            ['Xendit', html`<code>${app.config.baseUrl}/compat/xendit</code>`],
          ]),
        )}
        ${keyList(view)}
        ${mayDo(visit.account.role, 'settings') && keyForm(view)}
        <p><small>${say.notAffiliated}</small></p>`,
    }
  },
  act: {
    create: {
      role: 'settings',
      isSecret: true,
      fields: z.object({
        label: z.string().trim().max(400),
        scopes: z.union([z.array(z.enum(compatScopes)), z.enum(compatScopes)]).optional(),
        notify: z.string().trim().max(2048).optional(),
      }),
      async run(app, visit, { label, scopes, notify }) {
        const { account, mode } = visit
        const input = {
          accountId: account.id,
          mode,
          label,
          scopes: [scopes ?? []].flat(),
          notifyUrl: notify || undefined,
        }
        return { view: newKeyView(app, visit, await createCompatKey(app, input, makeUserActor(visit))) }
      },
    },
    revoke: {
      role: 'settings',
      isSecret: true,
      fields: Id,
      async confirm(app, visit, { key }) {
        const { label } = await requireOwn(app, visit, key)
        const say = compatTexts[visit.language]
        return { title: say.sureRevoke(label), text: say.sureRevokeText, button: say.revoke, isDangerous: true }
      },
      async run(app, visit, { key }) {
        const { account, mode } = visit
        await revokeCompatKey(app, { accountId: account.id, mode }, key, makeUserActor(visit))
        return { done: 'removed' }
      },
    },
  },
})

async function requireOwn(app: App, { account, mode }: Visit, id: string): Promise<CompatKey> {
  const key = await app.em({ accountId: account.id, mode }).findOne(CompatKey, { id })
  if (!key) throw notFound('API key')
  return key
}

function newKeyView(app: App, { language }: Visit, key: string): View {
  const say = compatTexts[language]
  return {
    title: say.madeTitle,
    body: narrowCard(
      say.madeTitle,
      html`
        <p>${say.madeText}</p>
        <p class="made" id="made"><code>${key}</code></p>
        <p class="choices">
          ${copyButton(language, 'made')}
          ${linkButton(makePath(app.config, '/dashboard/compat'), say.done)}
        </p>
        <p>${say.tokenText} <code>${makeCallbackToken(key)}</code></p>`,
    ),
    script: 'dashboard.js',
  }
}

type ShownKeys = ViewContext<Visit, object, CompatKey[]>

function keyForm({ language, given, fieldErrors: errors }: ShownKeys): Html {
  const say = compatTexts[language]
  const scopes = compatScopes.map(scope =>
    checkbox({ name: 'scopes', value: scope, label: say.scopeNames[scope], isOn: true }),
  )
  return card(
    say.make,
    html`<form method="post" novalidate>
      ${field({ name: 'label', label: say.label, hint: say.labelHint, value: given.label, maxlength: 100, errors })}
      <fieldset class="ticks"><legend>${say.scopes}</legend>${scopes}</fieldset>
      ${field({
        name: 'notify',
        label: say.notify,
        hint: say.notifyHint,
        value: given.notify,
        type: 'url',
        isOptional: true,
        errors,
      })}
      ${actButton('create', say.make)}
    </form>`,
  )
}

function keyList(page: ShownKeys): Html {
  const { nothing } = commonTexts[page.language]
  return card(
    null,
    rowList(
      page.loaded.map(key => keyRow(page, key)),
      nothing,
    ),
  )
}

function keyRow({ language, visit }: ShownKeys, { id, hint, label, scopes, notifyUrl, revokedAt }: CompatKey): Html {
  const say = compatTexts[language]
  const details = [hint, scopes.map(scope => say.scopeNames[scope]).join(', '), notifyUrl ?? say.noNotify]
  const isUsable = revokedAt === null
  const forms =
    isUsable &&
    mayDo(visit.account.role, 'settings') &&
    inlineForm({ key: id }, [actButton('revoke', say.revoke, 'link')])
  return html`<li>
    ${rowEntry(label, details.join(' · '))}
    <span class="inline">${chip(isUsable ? 'good' : '', isUsable ? say.works : say.revoked)} ${forms}</span>
  </li>`
}
