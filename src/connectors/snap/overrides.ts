import { z } from 'zod'
import { parseJson } from '../../lib/json.ts'
import { makeRule } from '../../lib/refusals/field-error.ts'
import {
  notifyForms,
  type Profile,
  type Service,
  type Template,
  type TemplateValue,
  type ValueName,
  valueNames,
} from './profile.ts'
import { profiles } from './profiles.ts'

const textMax = 500
const depthMax = 5
const fieldsMax = 60

/** Fields to set in a body; null removes one, and objects are merged. */
const BodyChange = z.record(z.string().min(1).max(64), z.json()).superRefine((body, context) => {
  const found = listLeaves(body)
  if (found.length > fieldsMax) context.addIssue({ code: 'custom', message: `has at most ${fieldsMax} values` })
  for (const { path, value } of found) {
    const message = findLeafProblem(path, value)
    if (message !== null) context.addIssue({ code: 'custom', path, message })
  }
})

const Path = z
  .string()
  .max(textMax)
  .regex(/^\/[!-~]*$/, 'is a path that begins with a slash, without blanks')
  .refine(path => !/[\\#]/.test(path), 'has no backslash and no #')

const computedHeaders =
  /^(authorization|content-.*|host|connection|transfer-encoding|x-(timestamp|signature|partner-id|external-id))$/i

const Headers = z.record(
  z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/, 'is not the name of a header')
    .refine(name => !computedHeaders.test(name), 'is a header that every request computes by itself'),
  z
    .string()
    .max(textMax)
    .regex(/^[ -~]*$/, 'has printable ASCII characters only')
    .refine(isKnownValue, 'names a value that does not exist'),
)

const ServiceChange = { body: BodyChange.optional() }
const AnswerPath = z
  .string()
  .regex(/^\w{1,64}(\.\w{1,64}){0,4}$/, 'is a path of field names, such as additionalInfo.id')

/** The differences between a provider and its profile, so that supporting a new provider needs no release. */
const Changes = z.strictObject({
  signature: z.enum(['hmac', 'rsa', 'rsa_with_token']).optional(),
  encoding: z.enum(['base64', 'hex']).optional(),
  notify_signature: z.union([z.enum(notifyForms), z.array(z.enum(notifyForms)).min(1)]).optional(),
  timestamp: z.enum(['jakarta', 'utc']).optional(),
  external_id: z.enum(['reference', 'alphanumeric', 'numeric']).optional(),
  reference_max: z.int().min(25).max(64).optional(),
  reference_form: z.enum(['dashed', 'alphanumeric']).optional(),
  validity: z.enum(['iso', 'seconds', 'none']).optional(),
  life_s: z.int().min(60).max(86_400).optional(),
  channel_header: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/)
    .optional(),
  headers: Headers.optional(),
  paths: z
    .strictObject({
      token: Path.optional(),
      generate: Path.optional(),
      query: Path.optional(),
      cancel: Path.nullish(),
      history: Path.nullish(),
      notify: Path.optional(),
    })
    .optional(),
  generate: z
    .strictObject({ ...ServiceChange, qr_at: AnswerPath.optional(), reference_at: AnswerPath.optional() })
    .optional(),
  query: z.strictObject(ServiceChange).optional(),
  cancel: z.strictObject(ServiceChange).optional(),
  unpaid_statuses: z
    .array(z.string().regex(/^\d{2}$/, 'is two digits'))
    .max(10)
    .optional(),
})

/** Overrides, which are an object in a credentials file and a JSON text in a form. */
export const Overrides = z.preprocess((value, context) => {
  if (typeof value !== 'string') return value
  const parsed = value.length <= 20_000 ? parseJson(value) : undefined
  if (parsed !== undefined) return parsed
  context.addIssue({ code: 'custom', ...makeRule('is not JSON', { code: 'not_json' }), message: 'is not JSON' })
  return z.NEVER
}, Changes)

export type SnapOverrides = z.output<typeof Changes>

/** Returns the profile with a connection's overrides. */
export function overrideProfile(profile: Profile, changes: SnapOverrides | undefined): Profile {
  if (changes === undefined) return profile
  return { ...profile, ...changedForm(profile, changes), ...changedServices(profile, changes) }
}

function changedForm(profile: Profile, changes: SnapOverrides): Partial<Profile> {
  return {
    signature: changes.signature ?? profile.signature,
    encoding: changes.encoding ?? profile.encoding,
    notifyForms: changes.notify_signature ? [changes.notify_signature].flat() : profile.notifyForms,
    timestamp: changes.timestamp ?? profile.timestamp,
    externalId: changes.external_id ?? profile.externalId,
    referenceMax: changes.reference_max ?? profile.referenceMax,
    referenceForm: changes.reference_form ?? profile.referenceForm,
    validity: changes.validity ?? profile.validity,
    lifeS: changes.life_s ?? profile.lifeS,
    channelHeader: changes.channel_header ?? profile.channelHeader,
    headers: { ...profile.headers, ...changes.headers },
    unpaidStatuses: changes.unpaid_statuses ?? profile.unpaidStatuses,
  }
}

function changedServices(profile: Profile, { paths = {}, generate, query, cancel }: SnapOverrides): Partial<Profile> {
  return {
    tokenPath: paths.token ?? profile.tokenPath,
    notifyPath: paths.notify ?? profile.notifyPath,
    generate: {
      ...changeService(profile.generate, paths.generate, generate?.body),
      qrAt: generate?.qr_at ?? profile.generate.qrAt,
      referenceAt: generate?.reference_at ?? profile.generate.referenceAt,
    },
    query: changeService(profile.query, paths.query, query?.body),
    cancel: switchService(profile.cancel, profiles.generic.cancel, paths.cancel, cancel?.body),
    history: switchService(profile.history, profiles.generic.history, paths.history),
  }
}

function changeService<Of extends Service>(service: Of, path?: string, body?: Change): Of {
  return { ...service, path: path ?? service.path, body: mergeTemplate(service.body, body ?? {}) }
}

// A path adds a service that the profile lacks, in the standard's form; null removes one.
function switchService(
  service: Service | null,
  standard: Service | null,
  path?: string | null,
  body?: Change,
): Service | null {
  const base = path === undefined ? service : standard && (service ?? standard)
  return path === null || base === null ? null : changeService(base, path, body)
}

type Change = { [field: string]: z.core.util.JSONType }

function mergeTemplate(template: Template, change: Change): Template {
  const set = Object.entries(change).flatMap(([field, value]) => {
    if (value === null) return []
    const known = template[field]
    return [
      [field, isObject(value) ? mergeTemplate(isObject(known) ? known : {}, value) : (value as TemplateValue)] as const,
    ]
  })
  const kept = Object.entries(template).filter(([field]) => !Object.hasOwn(change, field))
  return Object.fromEntries([...kept, ...set])
}

const isObject = <Value>(value: Value): value is Value & Change & Template =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

interface Leaf {
  path: (string | number)[]
  value: unknown
}

function listLeaves(value: unknown, path: Leaf['path'] = []): Leaf[] {
  if (typeof value !== 'object' || value === null || path.length > depthMax) return [{ path, value }]
  const inside: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return inside.flatMap(([key, one]) => listLeaves(one, [...path, key]))
}

function findLeafProblem(path: Leaf['path'], value: unknown): string | null {
  if (path.length > depthMax) return `is nested deeper than ${depthMax} levels`
  if (value === null && path.some(key => typeof key === 'number')) return 'is not null inside a list'
  if (typeof value !== 'string') return null
  if (value.length > textMax) return `has at most ${textMax} characters`
  return isKnownValue(value) ? null : `names a value that does not exist; there are $${valueNames.join(', $')}`
}

function isKnownValue(text: string): boolean {
  return !text.startsWith('$') || valueNames.includes(text.slice(1) as ValueName)
}
