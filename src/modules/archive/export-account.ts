import fs, { type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Account } from '../../accounts/account.ts'
import { commandActor, recordAct } from '../../accounts/audit.ts'
import type { Tx } from '../../database/transaction.ts'
import { generateToken } from '../../lib/ids.ts'
import { refuseField } from '../../lib/refusal.ts'
import { version } from '../../lib/version.ts'
import type { Needs } from '../../needs.ts'
import {
  type ArchiveHeader,
  type Figure,
  firstMemberName,
  formatVersion,
  sealedName,
  targetRowsBytes,
} from './archive-format.ts'
import {
  closeRowsSql,
  fetchRowsSql,
  figuresSql,
  patienceSql,
  rowsCursorSql,
  snapshotSql,
  type UnderWay,
  underWaySql,
} from './archive-sql.ts'
import { type ArchivedRows, listArchivedTables } from './archived-tables.ts'
import { gatherSecrets, nameSecrets } from './gather-secrets.ts'
import { type ArchiveSecrets, checkPassphrase, sealSecrets } from './seal-secrets.ts'
import { ArchiveWriter } from './write-archive.ts'

export interface ExportRequest {
  accountId: number
  file: string
  /** Seals the secrets; if unset, they are not exported. */
  passphrase?: string | undefined
}

export interface ExportOutcome {
  figures: Figure[]
  rows: Record<string, number>
  /** The number of open objects of each kind, which will not end on their own in the target installation. */
  underWay: UnderWay
}

interface Content {
  name: string
  shelf: 'files' | 'images'
  key: string
  /** The length in bytes; null for a picture, which is small. */
  length: number | null
}

type ExportNeeds = Needs<'transaction' | 'goods' | 'seal' | 'now' | 'slots'>

/**
 * Writes everything of one account into a tar, as a consistent snapshot, while the shop is running. The file appears
 * once it is complete. Refuses `invalid_request` for a file that exists or cannot be written, and for a passphrase that
 * is too short.
 */
export async function exportAccount(app: ExportNeeds, input: ExportRequest): Promise<ExportOutcome> {
  if (input.passphrase !== undefined) checkPassphrase(input.passphrase)
  const draft = path.join(path.dirname(path.resolve(input.file)), `.${generateToken()}.unfinished`)
  const handle = await openDraft(input.file, draft)
  try {
    const exported = await writeAll(app, handle, input)
    await handle.close()
    await putInPlace(draft, input.file)
    return exported
  } catch (error) {
    throw asRefusal(error)
  } finally {
    await handle.close().catch(() => {})
    await fs.rm(draft, { force: true })
  }
}

// A full disk is reported in one line, and so is content that the goods store has lost.
function asRefusal(error: unknown): unknown {
  const { syscall, message } = error as NodeJS.ErrnoException
  return syscall === undefined ? error : refuseField('--to', message, 'unreadable', { cause: error })
}

async function openDraft(file: string, draft: string): Promise<FileHandle> {
  if (await fs.stat(file).catch(() => null)) throw refuseField('--to', 'exists: name another file', 'taken')
  try {
    return await fs.open(draft, 'ax', 0o600)
  } catch (error) {
    throw refuseField('--to', (error as Error).message, 'unreadable', { cause: error })
  }
}

// Linked, not renamed, so that a file created in the meantime is not overwritten.
async function putInPlace(draft: string, file: string): Promise<void> {
  try {
    await fs.link(draft, file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw refuseField('--to', 'exists: name another file', 'taken')
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error
    await fs.rename(draft, file)
  }
}

async function writeAll(app: ExportNeeds, handle: FileHandle, input: ExportRequest): Promise<ExportOutcome> {
  const { accountId, passphrase } = input
  const at = new Date()
  const read = await app.transaction('installation', async tx => {
    // The transaction may be running for the second time.
    await handle.truncate(0)
    const writer = new ArchiveWriter(handle, at)
    await tx.write(snapshotSql)
    await tx.query(patienceSql)
    const { name: account } = await tx.em.findOneOrFail(Account, accountId)
    const first: ArchiveHeader = { warung_account: formatVersion, version, account, exported_at: at.toISOString() }
    await writer.add(firstMemberName, Buffer.from(JSON.stringify(first)))
    const content: Content[] = []
    const rows: Record<string, number> = {}
    for (const [table, spec] of listArchivedTables(app))
      rows[table] = await writeTable(tx, writer, { table, spec, accountId, content })
    const figures = await tx.query(figuresSql, { account: accountId })
    const [underWay] = await tx.query(underWaySql, { account: accountId })
    const labels = await nameSecrets(app, tx, accountId)
    const secrets = passphrase === undefined ? null : await gatherSecrets(app, tx, accountId)
    return { writer, first, content, rows, figures, underWay: underWay!, labels, secrets }
  })
  const { writer, first, rows, figures, underWay } = read
  for (const each of read.content) await writeContent(app, writer, each)
  if (read.secrets) await writeSecrets(writer, read.secrets, passphrase!)
  await writer.end({ ...first, rows, figures, secrets: read.labels })
  await auditExport(app, accountId, passphrase !== undefined)
  return { rows, figures, underWay }
}

interface Table {
  table: string
  spec: ArchivedRows
  accountId: number
  content: Content[]
}

async function writeTable(tx: Tx, writer: ArchiveWriter, { table, spec, accountId, content }: Table): Promise<number> {
  await tx.write(rowsCursorSql(table, spec), { account: accountId })
  let waiting: string[] = []
  let waitingBytes = 0
  let members = 0
  let rows = 0
  const flush = async () => {
    if (waiting.length === 0) return
    const number = String(++members).padStart(5, '0')
    await writer.add(`rows/${table}/${number}.jsonl`, Buffer.from(`${waiting.join('\n')}\n`))
    waiting = []
    waitingBytes = 0
  }
  for (;;) {
    const fetched = await tx.query<{ line: string }>(fetchRowsSql)
    if (fetched.length === 0) break
    for (const { line } of fetched) {
      rows++
      if (spec.content) recordContent(spec.content, line, content)
      waiting.push(line)
      waitingBytes += line.length
      if (waitingBytes >= targetRowsBytes) await flush()
    }
  }
  await flush()
  await tx.write(closeRowsSql)
  return rows
}

function recordContent(columns: NonNullable<ArchivedRows['content']>, line: string, content: Content[]): void {
  const row = JSON.parse(line) as Record<string, unknown>
  for (const [column, shelf] of Object.entries(columns)) {
    const key = row[column]
    if (typeof key !== 'string') continue
    content.push({ name: `${shelf}/${key}`, shelf, key, length: shelf === 'files' ? (row.file_size as number) : null })
  }
}

async function writeContent(app: Needs<'goods'>, writer: ArchiveWriter, { name, shelf, key, length }: Content) {
  const stream = await app.goods.open(shelf, key)
  if (length === null) await writer.add(name, await buffer(stream))
  else await writer.addStream(name, length, stream)
}

async function writeSecrets(writer: ArchiveWriter, secrets: ArchiveSecrets, passphrase: string): Promise<void> {
  await writer.add(sealedName, await sealSecrets(secrets, passphrase, writer.members))
}

function auditExport(app: Needs<'transaction' | 'now'>, accountId: number, hasSecrets: boolean): Promise<void> {
  const detail = { with_secrets: hasSecrets }
  return app.transaction('installation', tx =>
    recordAct(app, tx, {
      accountId,
      ...commandActor,
      act: 'account.exported',
      subject: `account ${accountId}`,
      detail,
    }),
  )
}
