import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import * as tar from 'tar'
import { type ArchiveManifest, hashManifest } from '../../../src/modules/archive/archive-format.ts'

export interface Piece {
  name: string
  bytes: Buffer
  type?: 'File' | 'SymbolicLink' | 'Directory'
  /** The size in the header, if it differs from the bytes. */
  size?: number
}

export function unpack(archive: Buffer): Piece[] {
  const pieces: Piece[] = []
  for (let at = 0; at + 512 <= archive.length; ) {
    const header = new tar.Header(archive, at)
    if (!header.path) break
    pieces.push({ name: header.path, bytes: Buffer.from(archive.subarray(at + 512, at + 512 + header.size!)) })
    at += 512 + Math.ceil(header.size! / 512) * 512
  }
  return pieces
}

export function pack(pieces: readonly Piece[]): Buffer {
  const parts = pieces.flatMap(({ name, bytes, type = 'File', size = bytes.length }) => {
    const header = Buffer.alloc(512)
    const link = type === 'SymbolicLink' ? { linkpath: '/etc/passwd' } : {}
    new tar.Header({ path: name, size, type, mode: 0o600, mtime: new Date(0), ...link }).encode(header, 0)
    return [header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]
  })
  return Buffer.concat([...parts, Buffer.alloc(1024)])
}

export const manifestIn = (pieces: readonly Piece[]): ArchiveManifest =>
  JSON.parse(pieces.find(({ name }) => name === 'manifest.json')!.bytes.toString())

/** Corrects checksums and counts, like an attacker who wants an edited archive to be accepted. */
export function mend(pieces: Piece[], change: Partial<ArchiveManifest> = {}): Piece[] {
  const { sha256: _, ...known } = manifestIn(pieces)
  const inside = pieces.filter(({ name }) => name !== 'manifest.json')
  const rows: Record<string, number> = {}
  for (const { name, bytes } of inside) {
    const table = /^rows\/(\w+)\//.exec(name)?.[1]
    if (table) rows[table] = (rows[table] ?? 0) + bytes.toString().split('\n').length - 1
  }
  const members = inside.map(({ name, bytes }) => ({
    name,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }))
  const whole = { ...known, members, rows: { ...known.rows, ...rows }, ...change }
  return [
    ...inside,
    { name: 'manifest.json', bytes: Buffer.from(JSON.stringify({ ...whole, sha256: hashManifest(whole) })) },
  ]
}

type Draw = (below: number) => number

const values: unknown[] = [
  ...[
    null,
    -1,
    0,
    1,
    99,
    1.5,
    1e15,
    2 ** 53,
    1e300,
    '',
    'x',
    'infinity',
    '2026-02-31T25:00:00+00:00',
    '1970-01-01T00:00:00+00:00',
  ],
  ...[
    'a\u0000b',
    'half \ud800',
    'x'.repeat(100_000),
    true,
    [],
    ['x'],
    {},
    { a: { b: null } },
    'javascript:alert(1)',
    '\\x00',
    999_999_999,
  ],
  ...[
    'paid',
    'pending',
    'expired',
    'completed',
    'live',
    'test',
    'INV-00000000000000000000',
    "'; drop table payment; --",
    '../../x',
  ],
]

/**
 * Makes a random edit like one by hand: a checksum detects some edits, and the others correct all checksums. Returns a
 * description and the file.
 */
export function edit(archive: Buffer, draw: Draw): { what: string; bytes: Buffer } {
  const pieces = unpack(archive)
  const kind = draw(100)
  if (kind < 10) return flipped(archive, draw)
  if (kind < 16) return { what: 'cut off', bytes: archive.subarray(0, draw(archive.length)) }
  if (kind < 28) return strange(pieces, archive, draw)
  if (kind < 38) return edited(pieces, draw, changeManifest)
  if (kind < 46) return edited(pieces, draw, changeContent)
  if (kind < 58) return edited(pieces, draw, changeLines)
  return edited(pieces, draw, changeField)
}

function flipped(archive: Buffer, draw: Draw) {
  const bytes = Buffer.from(archive)
  const at = draw(bytes.length)
  bytes[at] = bytes[at]! ^ (1 << draw(8))
  return { what: `a bit of byte ${at}`, bytes }
}

function strange(pieces: Piece[], archive: Buffer, draw: Draw) {
  const other: Record<string, () => Buffer> = {
    'a path that leads out': () =>
      pack(mend(added(pieces, { name: '../../../etc/cron.d/x', bytes: Buffer.from('x') }))),
    'an absolute path': () => pack(mend(added(pieces, { name: '/etc/x', bytes: Buffer.from('x') }))),
    'a link': () =>
      pack(added(pieces, { name: 'files/AAAAAAAAAAAAAAAAAAAAAA', bytes: Buffer.alloc(0), type: 'SymbolicLink' })),
    'a table that no archive has': () =>
      pack(mend(added(pieces, { name: 'rows/app_user/00001.jsonl', bytes: Buffer.from('{}\n') }))),
    'a member that says it is huge': () =>
      pack(added(pieces, { name: 'rows/payment/00009.jsonl', bytes: Buffer.from('x'), size: 2 ** 32 })),
    'a compressed archive': () => gzipSync(archive),
    'a member twice': () => pack([...pieces.slice(0, 3), pieces[2]!, ...pieces.slice(3)]),
    'members in another order': () => pack([pieces[1]!, pieces[0]!, ...pieces.slice(2)]),
    'something after the end': () => Buffer.concat([archive, Buffer.from('more')]),
    'content that no row names': () =>
      pack(mend(added(pieces, { name: 'files/AAAAAAAAAAAAAAAAAAAAAA', bytes: Buffer.from('x') }))),
    'no archive at all': () => Buffer.alloc(draw(2000), 65),
    nothing: () => Buffer.alloc(0),
  }
  const names = Object.keys(other)
  const what = names[draw(names.length)]!
  return { what, bytes: other[what]!() }
}

const added = (pieces: Piece[], piece: Piece): Piece[] => [...pieces.slice(0, -1), piece, pieces.at(-1)!]

function edited(
  pieces: Piece[],
  draw: Draw,
  change: (pieces: Piece[], draw: Draw) => { what: string; mended?: Partial<ArchiveManifest> },
) {
  const { what, mended } = change(pieces, draw)
  return { what, bytes: pack(mend(pieces, mended)) }
}

function changeManifest(pieces: Piece[], draw: Draw) {
  const known = manifestIn(pieces)
  const changes: Partial<Record<keyof ArchiveManifest, unknown>>[] = [
    { version: '99.0.0' },
    { warung_account: 2 },
    { account: '../x' },
    { rows: { ...known.rows, payment: 1 } },
    { figures: known.figures.slice(1) },
    { figures: known.figures.map(figure => ({ ...figure, sum: figure.sum + 1 })) },
    { members: known.members.slice(1) },
    { secrets: undefined },
    { exported_at: 'yesterday' },
  ]
  const mended = changes[draw(changes.length)]!
  const first = pieces[0]!
  const document = JSON.parse(first.bytes.toString())
  // Changes both places, as a person who knows the format would.
  if (draw(2) === 0) first.bytes = Buffer.from(JSON.stringify({ ...document, ...pick(mended, Object.keys(document)) }))
  return { what: `the manifest: ${Object.keys(mended).join()}`, mended: mended as Partial<ArchiveManifest> }
}

const pick = (from: object, names: string[]) =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)))

function changeContent(pieces: Piece[], draw: Draw) {
  const found = pieces.filter(({ name }) => /^(files|images|sealed)/.test(name))
  const piece = found[draw(found.length)]!
  const others = [
    Buffer.from('<script>alert(1)</script>'),
    Buffer.alloc(0),
    piece.bytes.subarray(1),
    Buffer.concat([piece.bytes, piece.bytes]),
  ]
  if (draw(5) === 0) pieces.splice(pieces.indexOf(piece), 1)
  else piece.bytes = others[draw(others.length)]!
  return { what: `the content of ${piece.name}` }
}

function changeLines(pieces: Piece[], draw: Draw) {
  const { piece, lines } = drawRows(pieces, draw)
  const at = draw(lines.length)
  const acts: [string, () => void][] = [
    ['twice', () => lines.push(lines[at]!)],
    ['away', () => lines.splice(at, 1)],
    ['no JSON', () => lines.splice(at, 1, lines[at]!.slice(0, -5))],
    ['empty', () => lines.splice(at, 0, '')],
    ['a list', () => lines.splice(at, 1, `[${lines[at]}]`)],
    ['two in one', () => lines.splice(at, 1, `${lines[at]},${lines[at]}`)],
    ['deep', () => lines.splice(at, 1, '['.repeat(50_000))],
    ['null', () => lines.splice(at, 1, 'null')],
  ]
  const [what, act] = acts[draw(acts.length)]!
  act()
  piece.bytes = draw(12) === 0 ? Buffer.from([0xff, 0xfe, 10]) : Buffer.from(lines.map(line => `${line}\n`).join(''))
  return { what: `${piece.name}, line ${at + 1}: ${what}` }
}

function changeField(pieces: Piece[], draw: Draw) {
  const { piece, lines } = drawRows(pieces, draw)
  const at = draw(lines.length)
  const row = JSON.parse(lines[at]!) as Record<string, unknown>
  const names = Object.keys(row)
  const name = names[draw(names.length)]!
  const kind = draw(10)
  if (kind === 0) delete row[name]
  else if (kind === 1) row.account_id = 1
  else if (kind === 2)
    row[name] = typeof row[name] === 'number' ? -(row[name] as number) : row[names[draw(names.length)]!]
  else row[name] = values[draw(values.length)]
  lines[at] = JSON.stringify(row)
  piece.bytes = Buffer.from(lines.map(line => `${line}\n`).join(''))
  return { what: `${piece.name}, line ${at + 1}, ${name}: ${String(lines[at]).slice(0, 300)}` }
}

function drawRows(pieces: Piece[], draw: Draw) {
  const found = pieces.filter(({ name }) => name.startsWith('rows/'))
  const piece = found[draw(found.length)]!
  return { piece, lines: piece.bytes.toString().split('\n').slice(0, -1) }
}
