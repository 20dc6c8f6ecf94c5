import { checkCallbackAddress } from '../../callbacks/callback-address.ts'
import type { OutwardType } from '../../events/outward.ts'
import { type Refusal, refuseField } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import type { EndpointFormat } from './webhook-formats.ts'

const addressMax = 2048
const descriptionMax = 200

/**
 * Refuses `invalid_request` for `types` with an unknown or repeated type, or an empty list. `stored` has the types that
 * the webhook already names: it keeps those of a module that was disabled in the meantime.
 */
export function checkTypes(
  { outward }: Needs<'outward'>,
  types: readonly string[] | null,
  stored: readonly string[] | null = null,
): OutwardType[] | null {
  if (types === null) return null
  const checked: OutwardType[] = []
  const isAllowed = (type: string): type is OutwardType => outward.isListed(type) || Boolean(stored?.includes(type))
  for (const type of types) {
    if (!isAllowed(type)) {
      const values = [...outward.types]
      throw refuseField('types', `has the unknown type ${type.slice(0, 60)}`, { code: 'not_one_of', values })
    }
    if (checked.includes(type)) throw refuseField('types', `has ${type} twice`, 'repeated')
    checked.push(type)
  }
  if (checked.length === 0) throw refuseField('types', 'names at least one type; without it, all', 'missing')
  return checked
}

/** Refuses `invalid_request` naming `type` for an unknown one. */
export function checkType({ outward }: Needs<'outward'>, type: string): OutwardType {
  if (outward.isListed(type)) return type
  const values = [...outward.types]
  throw refuseField('type', `is one of ${values.join(', ')}`, { code: 'not_one_of', values })
}

/** Refuses `invalid_request` naming `description`. */
export function checkDescription(description: string | null): string | null {
  if (description !== null && description.length > descriptionMax) {
    const limit = { code: 'too_long', max: descriptionMax } as const
    throw refuseField('description', `has at most ${descriptionMax} characters`, limit)
  }
  return description
}

export interface CheckedAddress {
  address: string
  format: EndpointFormat
  /** The address without its secret parts. */
  shown: string
}

/**
 * Returns the properties of an address; the format is detected if it is missing. Refuses `invalid_request` for `url` or
 * `format`, and `address_refused` for a disallowed address.
 */
export function checkAddress(
  app: Needs<'config'>,
  { url, format }: { url: string; format?: EndpointFormat | undefined },
): CheckedAddress {
  if (format === 'telegram') {
    throw refuseField('format', 'is made in Telegram: add the bot to the chat and press its button', 'not_allowed')
  }
  if (url.length > addressMax) {
    throw refuseField('url', `has at most ${addressMax} characters`, { code: 'too_long', max: addressMax })
  }
  const address = url.trim()
  checkCallbackAddress(app, 'url', address)
  const parsed = new URL(address)
  const recognised = recogniseFormat(parsed)
  const chosen = format ?? recognised
  if (!fitsAddress(chosen, parsed, recognised))
    throw refuseField('url', describeMisfit(chosen, recognised), 'malformed')
  return { address, format: chosen, shown: chosen === 'json' ? parsed.href : `${parsed.origin}/…` }
}

function describeMisfit(chosen: EndpointFormat, recognised: EndpointFormat): string {
  // A chat cannot display JSON.
  return chosen === 'json' ? `is one of ${recognised}: leave the format out` : `is not an address of ${chosen}`
}

function recogniseFormat({ hostname, pathname }: URL): EndpointFormat {
  if (/^(?:(?:canary|ptb)\.)?discord(?:app)?\.com$/.test(hostname) && pathname.startsWith('/api/')) return 'discord'
  if (hostname === 'hooks.slack.com') return 'slack'
  if (hostname === 'ntfy.sh') return 'ntfy'
  return 'json'
}

const discordPath = /^\/api(?:\/v\d+)?\/webhooks\/\d+\/[\w-]+$/
const slackPath = /^\/(?:services|workflows|triggers)\/[\w-]+(?:\/[\w-]+)+$/
// The user's own server can have any name; its topic is the only part of the path.
const ntfyPath = /^\/[\w-]{1,64}$/

function fitsAddress(format: EndpointFormat, { pathname, protocol }: URL, recognised: EndpointFormat): boolean {
  switch (format) {
    case 'discord':
      return recognised === 'discord' && protocol === 'https:' && discordPath.test(pathname)
    case 'slack':
      return recognised === 'slack' && protocol === 'https:' && slackPath.test(pathname)
    case 'ntfy':
      return ntfyPath.test(pathname)
    default:
      return recognised === 'json'
  }
}

export function refuseTooManyWebhooks(max: number): Refusal {
  return refuseField('url', `would be one endpoint too many: ${max} at most`, { code: 'too_many', max })
}
