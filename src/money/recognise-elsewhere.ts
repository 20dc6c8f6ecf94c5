import type { IncomingTransfer } from '../connectors/connector.ts'
import type { Tx } from '../database/transaction.ts'
import { statement } from '../lib/statement.ts'
import { findHolders, type Holder } from '../payments/hold.ts'
import { findElsewhere, findSameElsewhere } from './find-elsewhere.ts'
import {
  makeSightingRow,
  type PhoneSource,
  type RecognisedTransfer,
  recogniseNotifications,
} from './recognise-notifications.ts'
import { providerPackage, Sighting, statementPackage } from './sighting.ts'

type Source = PhoneSource & { charge?: Holder }
type RecognisedAll = Map<IncomingTransfer, RecognisedTransfer | null>

/**
 * Separates new money from transfers that were reported before. Notifications of the same account may have reported it,
 * or a phone and a provider over two connections. Returns how to judge each transfer; null for one that changes
 * nothing. A second sighting is stored here.
 */
export async function recogniseTransfers(
  tx: Tx,
  source: Source,
  transfers: IncomingTransfer[],
  now: Date,
): Promise<RecognisedAll> {
  const recognised = await recogniseNotifications(tx, source, transfers, now)
  const splitOff = await leaveOutMerged(tx, source, recognised)
  const open = [...recognised].filter(
    (pair): pair is [IncomingTransfer, RecognisedTransfer] =>
      pair[1] !== null &&
      pair[1].repeatsId === undefined &&
      pair[1].notification?.packageName !== statementPackage &&
      !splitOff.has(pair[1].reference),
  )
  const arriving = open.map(([, transfer]) => transfer)
  const elsewhere = await findElsewhere(tx, source, arriving, now)
  if (!elsewhere) return recognised
  const holders = source.charge ? [] : await findHolders(tx, source, arriving, now)
  for (const [place, [original, transfer]] of open.entries()) {
    const isPhone = transfer.notification !== undefined
    const holder = source.charge ?? holders[place]
    const same = findSameElsewhere(elsewhere, transfer, { isPhone, invoiceId: holder?.invoiceId ?? null, now })
    if (!same) continue
    if (same.isSure) {
      const notification = transfer.notification ?? byProvider
      const row = makeSightingRow(
        source,
        { ...transfer, notification, reference: transfer.identity ?? original.reference },
        now,
      )
      const own = { account: same.transfer.account.id, reference: transfer.reference, transfer: same.transfer.id }
      await tx.em.insert(Sighting, { ...row, ...own, mergedBy: 'pair' })
      elsewhere.reported.add(same.transfer.id)
      recognised.set(original, null)
    } else {
      // A payment that the provider names is settled; other money waits if the similar transfer has settled something.
      const waits = same.transfer.state === 'settled' && !source.charge
      recognised.set(original, { ...transfer, repeatsId: same.transfer.id, ...(waits && { isUnproved: true }) })
    }
  }
  return recognised
}

const byProvider = {
  packageName: providerPackage,
  device: null,
  isIdentified: true,
  signedTime: null,
  nonce: null,
  keyAndWords: null,
  pairedPackages: [],
}

/**
 * Excludes transfers that a provider reported before and that were merged into that of a phone. Returns the references
 * of those that a person split off again, which are separate money.
 */
async function leaveOutMerged(tx: Tx, source: Source, recognised: RecognisedAll): Promise<ReadonlySet<string>> {
  const provided = [...recognised.keys()].filter(({ notification }) => notification === undefined)
  if (provided.length === 0) return new Set()
  const references = provided.map(({ reference }) => reference)
  const { receivingAccountId } = source
  const merged = await tx.query(mergedSql, { receivingAccountId, references })
  const splitOff = new Set(merged.filter(row => row.is_split).map(row => row.reference))
  const stillMerged = new Set(merged.filter(row => !row.is_split).map(row => row.reference))
  for (const transfer of provided) if (stillMerged.has(transfer.reference)) recognised.set(transfer, null)
  return splitOff
}

// Every page of money runs this.
const mergedSql = statement<
  { receivingAccountId: number; references: string[] },
  { reference: string; is_split: boolean }
>(`
  select reference, split_at is not null as is_split from sighting
  where receiving_account_id = :receivingAccountId and reference = any(:references) and merged_by is not null`)
