import { toStorable } from '../../lib/storable.ts'
import type { PhoneReport } from '../phone-report.ts'

/** Reads the report of the app in packages/forwarder-android about its phone; null for a forwarder without one. */
export function readPhoneReport(fields: ReadonlyMap<string, unknown>): PhoneReport | null {
  const flag = (name: string) => (typeof fields.get(name) === 'boolean' ? (fields.get(name) as boolean) : null)
  const count = (name: string, max = countMax) => {
    const value = fields.get(name)
    return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max ? value : null
  }
  const text = (name: string) => {
    const value = fields.get(name)
    return typeof value === 'string' ? toStorable(value.trim().slice(0, textMax)) || null : null
  }
  const report = {
    battery: count('battery', 100),
    isCharging: flag('charging'),
    isListening: flag('listenerconnected'),
    // A name that begins with "notification" is read without that word.
    hasAccess: flag('access'),
    isUnlimited: flag('batteryunlimited'),
    queued: count('queue'),
    setAside: count('setaside'),
    dropped: count('dropped'),
    version: text('version'),
    model: text('model'),
    sdk: count('sdk'),
  }
  const saysNothing = report.battery === null && report.version === null && report.queued === null
  return saysNothing ? null : { ...report, isTest: fields.get('test') === true }
}

const textMax = 100
const countMax = 1_000_000_000
