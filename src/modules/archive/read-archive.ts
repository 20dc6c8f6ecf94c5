import { createHash } from 'node:crypto'
import fs, { type FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import * as tar from 'tar'
import { isOlder, version as ownVersion } from '../../lib/version.ts'
import {
  ArchiveHeader,
  ArchiveManifest,
  type ArchiveMember,
  contentBytesMax,
  documentBytesMax,
  firstMemberName,
  formatVersion,
  hashManifest,
  manifestName,
  memberNamePattern,
  membersMax,
  refuseArchive,
  rowsBytesMax,
  sealedName,
} from './archive-format.ts'

export interface MemberPosition extends ArchiveMember {
  /** The offset of its first byte. */
  offset: number
}

/** An archive, every byte of which matches its manifest. */
export interface OpenArchive extends AsyncDisposable {
  manifest: ArchiveManifest
  members: MemberPosition[]
  /** Returns the whole content of one member of rows, or a document, after another check of its checksum. */
  read(member: MemberPosition): Promise<Buffer>
  stream(member: MemberPosition): Readable
}

/**
 * Opens an archive and reads it completely once. It is a plain tar of files with known names, and anything else is
 * refused, so that people can inspect it without unpacking. Refuses `invalid_request`, naming the member.
 */
export async function openArchive(file: string): Promise<OpenArchive> {
  const handle = await openFile(file)
  try {
    const members = await listMembers(handle)
    const first = await readFirst(handle, members)
    const manifest = await readManifest(handle, members)
    compareManifest(first, manifest, members)
    for (const member of members) {
      if (member.name !== manifestName) await checkSum(handle, member)
    }
    return {
      manifest,
      members,
      read: member => readWhole(handle, member),
      stream: ({ offset, bytes }) =>
        bytes === 0
          ? Readable.from([])
          : handle.createReadStream({ start: offset, end: offset + bytes - 1, autoClose: false }),
      [Symbol.asyncDispose]: () => handle.close(),
    }
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function openFile(file: string): Promise<FileHandle> {
  try {
    return await fs.open(file, 'r')
  } catch (error) {
    throw refuseArchive(file, (error as Error).message, error)
  }
}

const blockBytes = 512

async function listMembers(handle: FileHandle): Promise<MemberPosition[]> {
  const { size } = await handle.stat()
  const names = new Set<string>()
  const members: MemberPosition[] = []
  let offset = 0
  for (;;) {
    const header = await readHeader(handle, offset, size)
    if (header === null) break
    const { name, bytes } = header
    if (names.has(name)) throw refuseArchive(name, 'is there twice')
    if (members.length === membersMax)
      throw refuseArchive(name, `is more than the ${membersMax} members that there may be`)
    names.add(name)
    offset += blockBytes
    members.push({ name, bytes, offset, sha256: '' })
    offset += Math.ceil(bytes / blockBytes) * blockBytes
    if (offset > size) throw refuseArchive(name, 'is cut off: the archive ends before it does')
  }
  return members
}

/** Returns the next header; null at the end, after which nothing may follow. */
async function readHeader(
  handle: FileHandle,
  offset: number,
  size: number,
): Promise<{ name: string; bytes: number } | null> {
  const block = Buffer.alloc(blockBytes)
  const { bytesRead } = await handle.read(block, 0, blockBytes, offset)
  const place = `byte ${offset}`
  if (offset === 0 && isCompressed(block))
    throw refuseArchive(place, 'the archive is compressed, and Warung writes plain ones')
  if (bytesRead < blockBytes) throw refuseArchive(place, 'the archive ends here, before its manifest')
  if (block.every(byte => byte === 0)) {
    await requireZeros(handle, offset, size)
    return null
  }
  const header = readBlock(block)
  if (header === null) throw refuseArchive(place, 'there is no header of a tar')
  const name = header.path ?? ''
  const shape = memberNamePattern.exec(name)
  if (header.type !== 'File' || shape === null) {
    throw refuseArchive(place, `${JSON.stringify(name.slice(0, 100))} is no member of an archive of an account`)
  }
  const bytes = header.size ?? -1
  const bytesMax = shape[2] ? contentBytesMax : shape[1] ? rowsBytesMax : documentBytesMax
  if (!Number.isSafeInteger(bytes) || bytes < 0 || bytes > bytesMax) {
    throw refuseArchive(name, `has ${bytes} bytes, of ${bytesMax} at most`)
  }
  return { name, bytes }
}

function isCompressed(block: Buffer): boolean {
  return (
    block.readUInt16BE(0) === 0x1f8b ||
    block.readUInt32BE(0) === 0x28b52ffd ||
    block.subarray(0, 3).toString() === 'BZh'
  )
}

function readBlock(block: Buffer): tar.Header | null {
  try {
    const header = new tar.Header(block, 0)
    return header.cksumValid ? header : null
  } catch {
    return null
  }
}

async function requireZeros(handle: FileHandle, offset: number, size: number): Promise<void> {
  // Tar rounds its length up, to a multiple of 10,240 bytes or less.
  const rest = size - offset
  const tail = Buffer.alloc(Math.min(rest, 20 * blockBytes + 1))
  await handle.read(tail, 0, tail.length, offset)
  if (rest < 2 * blockBytes) throw refuseArchive(`byte ${offset}`, 'the archive is cut off at its end')
  if (rest > 20 * blockBytes || tail.some(byte => byte !== 0)) {
    throw refuseArchive(`byte ${offset}`, 'something follows the end of the archive')
  }
}

async function readFirst(handle: FileHandle, [member]: MemberPosition[]): Promise<ArchiveHeader> {
  if (member?.name !== firstMemberName)
    throw refuseArchive(firstMemberName, 'is not the first member: this is no archive of an account')
  const parsed = ArchiveHeader.safeParse(parseMember(firstMemberName, await readBytes(handle, member)))
  if (!parsed.success) throw refuseArchive(firstMemberName, 'does not say what is in the archive')
  const { warung_account, version } = parsed.data
  if (warung_account !== formatVersion) {
    throw refuseArchive(
      firstMemberName,
      `the archive has the form ${warung_account} of Warung ${version}; this is Warung ${ownVersion}, ` +
        `which reads the form ${formatVersion}: export and import with the same version`,
    )
  }
  if (isOlder(ownVersion, version)) {
    throw refuseArchive(
      firstMemberName,
      `the archive is of Warung ${version}, and this is ${ownVersion}: upgrade this installation first`,
    )
  }
  return parsed.data
}

async function readManifest(handle: FileHandle, members: MemberPosition[]): Promise<ArchiveManifest> {
  const last = members.at(-1)
  if (last?.name !== manifestName) throw refuseArchive(manifestName, 'is not the last member: the archive is cut off')
  const document = parseMember(manifestName, await readBytes(handle, last))
  const parsed = ArchiveManifest.safeParse(document)
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!
    throw refuseArchive(`${manifestName}, ${path.join('.').slice(0, 100)}`, message)
  }
  // In its original order, because a parser may reorder fields.
  const { sha256, ...whole } = document as ArchiveManifest
  if (hashManifest(whole) !== sha256) throw refuseArchive(manifestName, 'is not what its checksum says: it was changed')
  return parsed.data
}

function compareManifest(first: ArchiveHeader, manifest: ArchiveManifest, members: MemberPosition[]): void {
  for (const [field, value] of Object.entries(first)) {
    if (manifest[field as keyof ArchiveHeader] !== value)
      throw refuseArchive(`${firstMemberName}, ${field}`, 'is not what the manifest says')
  }
  const found = members.slice(0, -1)
  const listed = manifest.members
  for (let place = 0; place < Math.max(found.length, listed.length); place++) {
    const [here, there] = [found[place], listed[place]]
    if (!here) throw refuseArchive(there!.name.slice(0, 100), 'is in the manifest and not in the archive')
    if (!there || here.name !== there.name)
      throw refuseArchive(here.name, 'is in the archive and not in its place of the manifest')
    if (here.bytes !== there.bytes)
      throw refuseArchive(here.name, `has ${here.bytes} bytes, and the manifest says ${there.bytes}`)
    if (here.name === sealedName && place !== listed.length - 1)
      throw refuseArchive(sealedName, 'is not the last before the manifest')
    here.sha256 = there.sha256
  }
}

async function checkSum(handle: FileHandle, { name, offset, bytes, sha256 }: MemberPosition): Promise<void> {
  const hash = createHash('sha256')
  const buffer = Buffer.alloc(Math.min(bytes, 1024 * 1024))
  for (let at = 0; at < bytes; ) {
    const { bytesRead } = await handle.read(buffer, 0, Math.min(buffer.length, bytes - at), offset + at)
    if (bytesRead === 0) throw refuseArchive(name, 'is cut off')
    hash.update(buffer.subarray(0, bytesRead))
    at += bytesRead
  }
  if (hash.digest('hex') !== sha256)
    throw refuseArchive(name, 'is not what its checksum says: it was changed, or is damaged')
}

// Checked once more, because the file may have been changed since.
async function readWhole(handle: FileHandle, member: MemberPosition): Promise<Buffer> {
  const bytes = await readBytes(handle, member)
  if (createHash('sha256').update(bytes).digest('hex') !== member.sha256) {
    throw refuseArchive(member.name, 'was changed while it was read')
  }
  return bytes
}

async function readBytes(handle: FileHandle, { name, offset, bytes }: MemberPosition): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes)
  for (let at = 0; at < bytes; ) {
    const { bytesRead } = await handle.read(buffer, at, bytes - at, offset + at)
    if (bytesRead === 0) throw refuseArchive(name, 'is cut off')
    at += bytesRead
  }
  return buffer
}

function parseMember(name: string, bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw refuseArchive(name, 'is no JSON')
  }
}
