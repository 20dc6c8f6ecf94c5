import path from 'node:path'
import { Account } from '../../accounts/account.ts'
import { commandActor, recordAct } from '../../accounts/audit.ts'
import type { Tx } from '../../database/transaction.ts'
import { receiveFile } from '../../goods/sent-file.ts'
import { Refusal, refuseField } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { announceOpenedAccount, checkAccountName, type NewAccount, writeAccount } from '../../people/create-account.ts'
import { refuseLargePicture } from '../../qris/refuse-large-picture.ts'
import { type ArchiveManifest, type Figure, memberNamePattern, refuseArchive, sealedName } from './archive-format.ts'
import { brokenBooksSql, figuresSql, importingSql, patienceSql } from './archive-sql.ts'
import { type OpenArchive, openArchive } from './read-archive.ts'
import { type ArchiveSecrets, openSecrets } from './seal-secrets.ts'
import { stageRows } from './stage-rows.ts'
import { type DescribedTables, type NamedContent, readColumns, verifyRows } from './verify-rows.ts'
import { writeRows } from './write-rows.ts'
import { type WrittenSecrets, writeSecrets } from './write-secrets.ts'

export interface ImportRequest {
  file: string
  /** Its name here; by default its original name. */
  name?: string | undefined
  /** The passphrase; if unset, sealed content is skipped. */
  passphrase?: string | undefined
  plan?: NewAccount['plan']
}

export interface ImportOutcome {
  name: string
  figures: Figure[]
  /** The results for the secrets; null if none were opened. */
  secrets: WrittenSecrets | null
  hasSealed: boolean
  /** The account's original secrets, by the names that a person knows. */
  named: ArchiveManifest['secrets']
}

type ImportNeeds = Needs<
  'transaction' | 'sql' | 'goods' | 'seal' | 'now' | 'config' | 'connectors' | 'reactions' | 'log' | 'slots' | 'outward'
>

/**
 * Imports an archive into this installation as a new account. The entire archive is verified first; then its content is
 * stored, and its rows are written in one transaction. Open objects are imported as ended, and no event, message or
 * payment is repeated. Refuses `invalid_request` with nothing changed, naming member, line and field.
 */
export async function importAccount(app: ImportNeeds, input: ImportRequest): Promise<ImportOutcome> {
  await using archive = await openArchive(input.file)
  const name = input.name ?? archive.manifest.account
  checkAccountName(name)
  await requireFreeName(app, name)
  const known = await readColumns(app)
  const named = await verifyRows(app, archive, known)
  const sealed = archive.members.find(member => member.name === sealedName)
  if (input.passphrase !== undefined && !sealed)
    throw refuseArchive(sealedName, 'is not there: the archive has no secrets')
  const secrets =
    sealed && input.passphrase !== undefined
      ? await openSecrets(await archive.read(sealed), input.passphrase, archive.manifest.members)
      : null
  const stored = new Map<string, string>()
  try {
    await storeContent(app, archive, { named, stored })
    const account = { name, plan: input.plan }
    const done = await app.transaction('installation', tx =>
      writeArchiveRows(app, tx, { archive, known, stored, secrets, account }),
    )
    return { name, ...done, hasSealed: sealed !== undefined, named: archive.manifest.secrets }
  } catch (error) {
    await dropContent(app, stored)
    throw nameTaken(error) ?? error
  }
}

async function requireFreeName(app: Needs<'transaction'>, name: string): Promise<void> {
  const taken = await app.transaction('installation', tx => tx.em.count(Account, { name }))
  if (taken > 0) throw refuseField('NAME', `there is an account ${name} here: give it another name with --as`, 'taken')
}

// Another account took the name in the meantime.
function nameTaken(error: unknown): Refusal | null {
  const { code, constraint } = error as { code?: string; constraint?: string }
  if (code !== '23505') return null
  return constraint === 'account_name_unique'
    ? refuseField('NAME', 'was taken meanwhile: give it another name with --as', 'taken', { cause: error })
    : refuseArchive(constraint ?? 'archive', (error as Error).message, error)
}

interface Storing {
  named: NamedContent
  stored: Map<string, string>
}

// Stored before the transaction, while no row refers to it yet, and removed if the transaction fails.
async function storeContent(
  app: Needs<'goods' | 'config'>,
  archive: OpenArchive,
  { named, stored }: Storing,
): Promise<void> {
  const uploads = path.join(app.config.dataDir, 'uploads')
  for (const member of archive.members) {
    const shelf = memberNamePattern.exec(member.name)?.[2] as 'files' | 'images' | undefined
    if (!shelf) continue
    if (shelf === 'images') {
      const bytes = await archive.read(member)
      requirePicture(app, bytes, named.get(member.name)!.place)
      stored.set(member.name, await app.goods.store(shelf, bytes))
    } else {
      await using file = await receiveFile(uploads, archive.stream(member))
      if (file.sha256.toString('hex') !== member.sha256)
        throw refuseArchive(member.name, 'was changed while it was read')
      stored.set(member.name, await app.goods.store(shelf, file))
    }
  }
}

function requirePicture(app: Needs<'config'>, bytes: Buffer, place: string): void {
  const { imageBytesMax: bytesMax, imagePixelsMax: pixelsMax } = app.config.limits
  try {
    refuseLargePicture(bytes, { bytesMax, pixelsMax })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw refuseArchive(place, error.message, error)
  }
}

async function dropContent(app: Needs<'goods' | 'log'>, stored: ReadonlyMap<string, string>): Promise<void> {
  for (const [name, key] of stored) {
    const shelf = name.startsWith('files/') ? 'files' : 'images'
    await app.goods
      .drop(shelf, key)
      .catch(error => app.log.error({ err: error, shelf, key }, 'content was left behind'))
  }
}

interface Writing {
  archive: OpenArchive
  known: DescribedTables
  stored: ReadonlyMap<string, string>
  secrets: ArchiveSecrets | null
  account: { name: string; plan: NewAccount['plan'] }
}

async function writeArchiveRows(
  app: ImportNeeds,
  tx: Tx,
  writing: Writing,
): Promise<{ figures: Figure[]; secrets: WrittenSecrets | null }> {
  const { archive, known, stored } = writing
  const { manifest } = archive
  await tx.query(patienceSql)
  const account = await writeAccount(app, tx, writing.account)
  const { id: accountId } = account
  await tx.write(importingSql, { account: accountId, now: app.now() })
  await stageRows(tx, archive, { known, stored })
  await writeRows(tx, { accountId, known })
  const figures = await tx.query(figuresSql, { account: accountId })
  compareFigures(manifest.figures, figures)
  const [broken] = await tx.query(brokenBooksSql, { account: accountId })
  if (broken) throw refuseArchive('books', `do not hold: look at ${broken.subject}`)
  const endpointLabels = manifest.secrets.endpoints
  const secrets = writing.secrets && (await writeSecrets(app, tx, accountId, { ...writing.secrets, endpointLabels }))
  const detail = { from: manifest.account, exported_at: manifest.exported_at, version: manifest.version }
  await recordAct(app, tx, {
    accountId,
    ...commandActor,
    act: 'account.imported',
    subject: `account ${accountId}`,
    detail,
  })
  await announceOpenedAccount(app, tx, account)
  return { figures, secrets }
}

function compareFigures(stated: readonly Figure[], computed: readonly Figure[]): void {
  const here = new Map(computed.map(figure => [figure.name, figure]))
  for (const { name, count, sum } of stated) {
    const figure = here.get(name) ?? { count: 0, sum: 0 }
    if (figure.count !== count || figure.sum !== sum) {
      throw refuseArchive(
        `manifest.json, figures, ${name}`,
        `says ${count} with ${sum}, and there are ${figure.count} with ${figure.sum}`,
      )
    }
    here.delete(name)
  }
  const [unsaid] = here.keys()
  if (unsaid !== undefined) throw refuseArchive(`manifest.json, figures, ${unsaid}`, 'is missing')
}
