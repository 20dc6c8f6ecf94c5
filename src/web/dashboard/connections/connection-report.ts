import type { AddressProblem } from '../../../connections/check-own-address.ts'
import type { FoundConnection } from '../../../connections/find-connection.ts'
import type { ConnectionTest } from '../../../connections/test-connection.ts'
import type { ProviderAccount } from '../../../connectors/connector.ts'
import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import type { App } from '../../../needs.ts'
import { card } from '../../parts/card.ts'
import { facts } from '../../parts/facts.ts'
import { failureView } from '../../parts/failure-view.ts'
import { banner } from '../../parts/forms.ts'
import type { Language } from '../../parts/language.ts'
import { moment } from '../../parts/moment.ts'
import { connectionTexts } from './connection-texts.ts'
import { wizardTexts } from './wizard-texts.ts'

/** The answer of a provider about a connection, and what is known about its codes and its money. */
export interface ConnectionReport {
  test: ConnectionTest
  /** Undefined if its provider sends no notifications. */
  addressProblem: AddressProblem | null | undefined
  /** Whether it has made a code, and has not refused one since. */
  makesCodes: boolean
  /** Whether a code of it was paid. */
  hasPaid: boolean
}

type Place = { app: App; language: Language }

/** Says whether a connection works, and lists what the provider's answer proves and nothing more. */
export function reportView({ app, language }: Place, found: FoundConnection, report: ConnectionReport): Html {
  const say = connectionTexts[language]
  const { test, addressProblem } = report
  const warning = addressProblem && banner('warn', wizardTexts[language].problems[addressProblem])
  if (test.works === null) {
    if (!app.connectors[found.connection.connector].traits.needsForwarder) return banner('warn', say.worksUnknown)
    const { reportedAt } = found
    return reportedAt ? banner('done', say.heard(moment(app, language, reportedAt))) : banner('warn', say.neverHeard)
  }
  if (!test.works) return html`${banner('stop', html`${say.worksNot} ${failureView(test, language)}`)}${warning}`
  const { number, holder, outletName } = test.account
  const who = [number, holder, outletName].filter(Boolean).join(', ')
  const isByKey = app.connectors[found.connection.connector].keyPage !== undefined
  if (!isByKey) return banner('done', say.works(who))
  return html`${provedCard(language, { ...report, account: test.account })}${warning}`
}

type Proved = Omit<ConnectionReport, 'test'> & { account: ProviderAccount }

function provedCard(language: Language, { account, addressProblem, makesCodes, hasPaid }: Proved): Html {
  const say = wizardTexts[language]
  const { key = {}, number, holder, outletName, provesCodes } = account
  const { environment, fee, missingPermissions } = key
  const reached = addressProblem === null ? say.addressReached : undefined
  return card(
    say.proved,
    facts([
      [say.key, environment ? say.keyAccepted[environment] : say.keyTaken],
      [connectionTexts[language].account, [number, holder, outletName].filter(Boolean).join(', ')],
      ['QRIS', makesCodes || provesCodes ? say.qrisActive : say.qrisUnknown],
      [say.fee, fee && feeText(language, fee)],
      [say.limits, limitsText(language, key)],
      [say.missing, missingPermissions?.join(', ')],
      [say.notificationAddress, reached],
      [say.money, hasPaid ? say.moneyProved : say.moneyUnknown],
    ]),
  )
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
