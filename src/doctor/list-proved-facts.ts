import type { ProviderAccount } from '../connectors/connector.ts'
import { formatRupiah } from '../lib/money.ts'
import type { ConnectionReport } from './find-connection-report.ts'
import { wizardTexts } from './wizard-texts.ts'

type Language = 'id' | 'en'
type Proved = Omit<ConnectionReport, 'test'> & { account: ProviderAccount }

/** Lists exactly what a provider's answer about a pasted key proves, for pages and chats. */
export function listProvedFacts(
  language: Language,
  { account, addressProblem, makesCodes, hasPaid }: Proved,
): [name: string, value: string][] {
  const say = wizardTexts[language]
  const { key = {}, provesCodes } = account
  const { environment, fee, feeOf, missingPermissions } = key
  const entries: [name: string, value: string | undefined][] = [
    [say.key, environment ? say.keyAccepted[environment] : say.keyTaken],
    [say.account, formatAccountName(account)],
    ['QRIS', makesCodes || provesCodes ? say.qrisActive : say.qrisUnknown],
    [say.fee, fee && feeText(language, fee)],
    [say.fee, feeOf && say.feeOf(formatRupiah(feeOf.fee), formatRupiah(feeOf.amount))],
    [say.limits, limitsText(language, key)],
    [say.missing, missingPermissions?.join(', ')],
    [say.notificationAddress, addressProblem === null ? say.addressReached : undefined],
    [say.money, hasPaid ? say.moneyProved : say.moneyUnknown],
  ]
  return entries.filter((entry): entry is [string, string] => Boolean(entry[1]))
}

/** Formats a provider's account as `0812345678, Toko Melati`. */
export function formatAccountName({ number, holder, outletName }: ProviderAccount): string {
  return [number, holder, outletName].filter(Boolean).join(', ')
}

function feeText(language: Language, { flat, percent }: { flat: number; percent: number }): string {
  const share = percent.toLocaleString(language)
  const parts = [percent > 0 ? `${share} %` : '', flat > 0 ? formatRupiah(flat) : '']
  return parts.filter(Boolean).join(' + ') || formatRupiah(0)
}

function limitsText(language: Language, limits: { amountMin?: number; amountMax?: number }): string {
  const say = wizardTexts[language]
  const { amountMin, amountMax } = limits
  const from = amountMin === undefined ? '' : say.from(formatRupiah(amountMin))
  const to = amountMax === undefined ? '' : say.to(formatRupiah(amountMax))
  return `${from} ${to}`.trim()
}
