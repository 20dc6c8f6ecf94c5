import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

// Writes docs/limits.md from the constants: npm test -- test/docs/limits.test.ts -u

const root = path.join(import.meta.dirname, '../..')
const sources = ['src', 'bot', 'packages/embedded-postgres/src', 'packages/qris/src'].flatMap(folder =>
  (fs.readdirSync(path.join(root, folder), { recursive: true }) as string[])
    .filter(file => file.endsWith('.ts'))
    .map(file => path.join(folder, file)),
)

interface Limit {
  name: string
  value: number
  note: string
}

const product = String.raw`[\d_]+(?:\.\d+)?(?: \* [\d_]+)*`
const constant = new RegExp(String.raw`^(?:export )?const (\w+) = (${product})$`)
const isLimit = /(?:Max|Min|Limit|PerHour|PerDay|PerMin)(?:[A-Z]\w*)?$|^(?:max|min)[A-Z]/

function constantsOf(text: string): Limit[] {
  const lines = text.split('\n')
  return lines.flatMap((line, index) => {
    const [, name, written] = constant.exec(line) ?? []
    if (name === undefined) return []
    const value = written!.split(' * ').reduce((all, part) => all * Number(part.replaceAll('_', '')), 1)
    const [, note = ''] = /^\/\*\* (.*) \*\/$/.exec(lines[index - 1] ?? '') ?? []
    return [{ name, value, note }]
  })
}

/** Returns the sentence of a limit: `unpackedBytesMax` with 33554432 is `unpacked: 32 MiB at most`. */
function sentenceOf({ name, value }: Limit): string {
  const words = name
    .replace(/([A-Z])/g, ' $1')
    .toLowerCase()
    .split(' ')
  const bound = words.includes('min') ? 'at least' : 'at most'
  const kind = ['bytes', 'ms', 's', 'hours', 'days', 'minutes'].find(one => words.includes(one))
  const subject = words.filter(word => !['max', 'min', 'limit', kind].includes(word)).join(' ')
  return `${subject || 'all'} | ${bound} ${amountOf(value, kind)}`
}

function amountOf(value: number, kind: string | undefined): string {
  if (kind === 'bytes') return bytesOf(value)
  if (kind === 'ms') return secondsOf(value / 1000)
  if (kind === 's') return secondsOf(value)
  return `${value.toLocaleString('en')}${kind === undefined ? '' : ` ${kind}`}`
}

function bytesOf(value: number): string {
  const [size, unit] = [
    [1024 ** 3, 'GiB'],
    [1024 ** 2, 'MiB'],
    [1024, 'KiB'],
    [1, 'bytes'],
  ].find(([each]) => value % Number(each) === 0) as [number, string]
  return `${(value / size).toLocaleString('en')} ${unit}`
}

function secondsOf(value: number): string {
  const [size, unit] = [
    [86_400, 'days'],
    [3600, 'hours'],
    [60, 'minutes'],
    [1, 'seconds'],
  ].find(([each]) => value >= Number(each) && value % Number(each) === 0) ?? [1, 'seconds']
  const count = value / Number(size)
  return `${count.toLocaleString('en')} ${count === 1 ? String(unit).slice(0, -1) : unit}`
}

/** Returns the limits of guesses: each call of `takeAttempt` with numbers or with constants of its file. */
function guessesOf(file: string, text: string): string[] {
  const known = new Map(constantsOf(text).map(({ name, value }) => [name, value]))
  const numberOf = (written: string) =>
    written.split(/ [*/] /).every(part => /^[\d_]+$/.test(part) || known.has(part))
      ? written.split(' * ').reduce((all, part) => all * (known.get(part) ?? Number(part.replaceAll('_', ''))), 1)
      : null
  const rows = [
    ...text.matchAll(/takeAttempt\(app, \{ (?:key(?:: ([^,]+))?), max: ([\w ]+), windowS(?:: ([\w *]+))? \}/g),
  ].flatMap(([, key = 'key', max, window = 'windowS']) => {
    const [count, seconds] = [numberOf(max!), numberOf(window)]
    if (count === null || seconds === null) return []
    const subject = key.replaceAll(/[`']/g, '').replaceAll(/\$\{[^}]*\}/g, '…')
    const declared = new RegExp(String.raw`const ${subject} = \`([^\`]+)\``).exec(text)?.[1]
    return [
      `| ${(declared ?? subject).replaceAll(/\$\{[^}]*\}/g, '…')} | ${count} in ${secondsOf(seconds)} | \`${file}\` |`,
    ]
  })
  const unread = text.split(/await takeAttempt\(app, /).length - 1 - rows.length
  return unread === 0 ? rows : [...rows, `| ${unread} more | see the file | \`${file}\` |`]
}

function document(): string {
  const texts = sources.toSorted().map(file => [file, fs.readFileSync(path.join(root, file), 'utf8')] as const)
  const byRoom = Map.groupBy(
    texts.flatMap(([file, text]) =>
      constantsOf(text)
        .filter(({ name }) => isLimit.test(name))
        .map(limit => ({ file, limit })),
    ),
    ({ file }) =>
      file
        .split('/')
        .slice(0, /^(src\/modules|packages)\//.test(file) ? 3 : 2)
        .join('/'),
  )
  const rowOf = (room: string, file: string, limit: Limit) => {
    const note = limit.note && `. ${limit.note.replaceAll('|', '\\|')}`
    return `| ${sentenceOf(limit)}${note} | \`${file.slice(room.length + 1) || room}\` \`${limit.name}\` |`
  }
  const rooms = [...byRoom].map(([room, limits]) => {
    const rows = limits.map(({ file, limit }) => rowOf(room, file, limit))
    return `## ${room}\n\n| What | Limit | Where |\n|---|---|---|\n${rows.join('\n')}\n`
  })
  return `# Limits

Generated from the constants of the source by \`npm test -- test/docs/limits.test.ts -u\`. Limits that the operator sets
(requests, uploads, storage, days that logs are kept) are in \`.env.example\`, those of columns in the entities.

## Guesses

Attempts that count as one series, and how many there may be before the next one is refused.

| Series | Limit | Where |
|---|---|---|
${texts.flatMap(([file, text]) => guessesOf(file, text)).join('\n')}

${rooms.join('\n')}`
}

test('docs/limits.md matches the constants', async () => {
  await expect(document()).toMatchFileSnapshot(path.join(root, 'docs/limits.md'))
})
