import { randomInt } from 'node:crypto'
import { knownApps } from '../../../connectors/mutations/apps.ts'
import { dialects } from '../../../connectors/mutations/dialects.ts'
import { profileIds } from '../../../connectors/snap/profiles.ts'
import { type Html, html } from '../../../lib/html.ts'
import { randomToken } from '../../../lib/ids.ts'
import { refuseField } from '../../../lib/refusal.ts'
import { area, choice, type Field, field, tick } from '../../parts/forms.ts'
import type { Language } from '../../parts/language.ts'
import { methodNames } from '../../parts/method-names.ts'
import type { Shown } from '../../parts/page.ts'
import type { Visit } from '../../parts/visit.ts'
import { connectionTexts } from './connection-texts.ts'

/** What a merchant fills in for each kind of connection; the connector itself says whether it is right. */
interface FormField {
  name: string
  kind?: 'area' | Field['type']
  isOptional?: boolean
  placeholder?: string
}

const optional = (name: string, kind?: FormField['kind']): FormField => ({
  name,
  isOptional: true,
  ...(kind ? { kind } : {}),
})

/** By connector; those with `steps` are connected by the operator's bridge, the others by their credentials at once. */
export const connectionForms: Record<string, { steps: boolean; fields: readonly FormField[] }> = {
  wallet: { steps: true, fields: [{ name: 'phone', kind: 'tel' }] },
  'merchant-wallet': {
    steps: true,
    fields: [
      { name: 'token', kind: 'area' },
      { name: 'device', kind: 'area' },
    ],
  },
  bank: {
    steps: true,
    fields: [
      { name: 'host' },
      { name: 'username' },
      { name: 'password', kind: 'password' },
      { name: 'merchant_id' },
      { name: 'terminal_id' },
    ],
  },
  mutations: {
    steps: false,
    fields: [{ name: 'account' }, optional('heartbeat_s', 'number'), optional('amount_max', 'number')],
  },
  snap: {
    steps: false,
    fields: [
      { name: 'client_id' },
      optional('partner_id'),
      optional('client_secret', 'password'),
      { name: 'private_key', kind: 'area' },
      optional('provider_public_key', 'area'),
      { name: 'merchant_id' },
      optional('store_id'),
      optional('terminal_id'),
      optional('postal_code'),
      optional('channel_id'),
      optional('nmid'),
      optional('base_url', 'url'),
    ],
  },
  interactive: {
    steps: false,
    fields: [{ name: 'api_key', kind: 'password' }, { name: 'mid' }, optional('nmid'), optional('base_url', 'url')],
  },
}

/** Whether its credentials are typed; the others are connected again, step by step. */
export function replacesByForm(connector: string): boolean {
  return connectionForms[connector]?.steps === false
}

/** By the paths of refusals: what the fields are called. */
export function fieldLabels(language: Language): Record<string, string> {
  const { fields } = connectionTexts[language]
  const labels = Object.entries(fields).flatMap(([field, label]) => [
    [field, label],
    [`credentials.${field}`, label],
  ])
  return { ...Object.fromEntries(labels), credentials: fields.account }
}

type Form = Pick<Shown<Visit, unknown, unknown>, 'language' | 'given' | 'fieldErrors'>

/** The fields of one kind of connection. */
export function connectionFields(connector: string, { language, given, fieldErrors }: Form): Html {
  const say = connectionTexts[language]
  const errors = fieldErrors.map(({ path, error }) => ({ path: path.replace(/^credentials\./, ''), error }))
  const fields = connectionForms[connector]!.fields.map(({ name, kind, isOptional }) => {
    const hint = say.hints[name] ?? (isOptional ? say.optional : undefined)
    const shared = { name, label: say.fields[name]!, hint, value: given[name], isOptional: isOptional ?? false, errors }
    if (kind === 'area') return area(shared)
    return field({ ...shared, ...(kind ? { type: kind } : {}), autocomplete: 'off' })
  })
  return html`${connector === 'snap' && choice({ name: 'profile', label: say.fields.profile!, value: given.profile ?? 'generic', options: profileIds.map(id => [id, say.profiles[id]]) })}${connector === 'mutations' && phoneFields(language, given)}${fields}`
}

/** The methods whose money a phone can tell of. */
const forwarded = ['wallet_direct', 'qris_user', 'wallet_qris'] as const

function phoneFields(language: Language, given: Record<string, string>): Html {
  const say = connectionTexts[language]
  return html`${choice({ name: 'method', label: say.fields.method!, value: given.method ?? 'wallet_direct', options: forwarded.map(id => [id, methodNames[language][id]]) })}
${choice({ name: 'dialect', label: say.fields.dialect!, value: given.dialect ?? 'native', options: Object.keys(dialects).map(id => [id, say.formats[id] ?? id]) })}
<fieldset class="ticks"><legend>${say.fields.apps}</legend>${knownApps.map(({ app, packages }) => tick({ name: 'apps', value: packages.join(' '), label: app, isOn: false }))}</fieldset>`
}

/** What the form says, as the connector takes it: empty fields are left out. */
export function readConnectionFields(
  connector: string,
  given: Record<string, string | string[] | Buffer>,
): Record<string, unknown> {
  const names = connectionForms[connector]!.fields.map(({ name }) => name)
  const filled = Object.fromEntries(
    names.flatMap(name => {
      const value = given[name]
      return typeof value === 'string' && value.trim() !== '' ? [[name, value] as const] : []
    }),
  )
  if (connector === 'snap') return { ...filled, profile: given.profile }
  return connector === 'mutations' ? withSecrets(filled, given) : filled
}

// The secret by which the phone proves itself is made here, so that nobody chooses a weak one.
function withSecrets(filled: Record<string, string>, given: Record<string, unknown>) {
  const { heartbeat_s, amount_max, ...rest } = filled
  const apps = [given.apps ?? []].flat().flatMap(packages => String(packages).split(' '))
  if (apps.length === 0) throw refuseField('apps', 'names at least one app')
  return {
    ...rest,
    apps,
    method: given.method,
    dialect: given.dialect,
    secret: randomToken() + randomToken(),
    ...(given.dialect === 'fadzpay' ? { token: randomToken(), pin: String(randomInt(100_000, 1_000_000)) } : {}),
    ...(heartbeat_s ? { heartbeat_s: Number(heartbeat_s) } : {}),
    ...(amount_max ? { amount_max: Number(amount_max) } : {}),
  }
}
