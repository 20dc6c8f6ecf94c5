import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')

/** Sentences of other software that gives no code: PostgreSQL's driver, Telegram, sharp. */
const sentencesOfOthers = ['src/http/errors.ts', 'bot/telegram/telegram.ts', 'src/goods/add-image.ts']

/** A condition on the text of an error or of a rejected field, or a value that is parsed from it. */
const onWords = [
  /\b(?:message|error\.error|field\.error)\.(?:startsWith|endsWith|includes|match|search|split)\(/,
  /(?<!typeof )\b(?:message|error\.error|fields\??\.?\[0\]!?\??\.(?:error|path))\s*[!=]==?\s*['"`]/,
  /(?:new Date|Number|JSON\.parse)\((?:\w+\.)*(?:message|error\.error|field\.error)\)/,
  /\{ error \}\) => error(?: ===|\.\w+\()/,
  /fields\??\.\w+\(\(\{ path \}\) => path === '/,
  /\/\w*\.test\((?:\w+\.)*message\)/,
]

test('pages and endpoints decide by the code and details of a refusal, never by its text', () => {
  const files = ['src', 'bot'].flatMap(folder =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.ts'))
      .map(name => path.join(folder, name)),
  )
  const found = files.flatMap(file => {
    if (sentencesOfOthers.includes(file)) return []
    const lines = readFileSync(path.join(root, file), 'utf8').split('\n')
    return lines.flatMap((line, at) =>
      onWords.some(words => words.test(line)) ? [`${file}:${at + 1} ${line.trim()}`] : [],
    )
  })
  expect(found).toEqual([])
})

test('a decision by the text of a refusal is detected', () => {
  for (const line of [
    "if (error.message.includes('prototype')) throw it",
    "fields.some(({ error }) => error.startsWith('has no bridge'))",
    "fields.map(({ error }) => error === 'is taken')",
    "return error.fields?.[0]?.error === 'is taken'",
    "if (error.fields?.[0]?.path === 'cart') return",
    "refusal?.fields?.some(({ path }) => path === 'connection')",
    'words.closed(new Date(field.error))',
    'if (/timeout/.test(error.message)) return',
  ]) {
    expect(
      onWords.some(words => words.test(line)),
      line,
    ).toBe(true)
  }
})
