import { describe, expect, test } from 'vitest'
import { stripTypes as stripTypesOfChatPage } from '../../../packages/local-bot-api/src/lib/strip-types.ts'
import { stripTypes as stripTypesOfShop } from '../../../src/lib/scripts/strip-types.ts'

describe.each([
  ['the shop', stripTypesOfShop],
  ['the local Bot API', stripTypesOfChatPage],
])('scripts of pages of %s', (_, stripTypes) => {
  test.each([
    ['const a: number = 1 as number\n', 'const a = 1\n'],
    ['const find = (id: string) => all[id]! as HTMLElement\n', 'const find = (id) => all[id]\n'],
    ['let b: string | undefined, c = new Map<string, number>()\n', 'let b, c = new Map()\n'],
    [
      'function f(one: number, two?: string): void {\n  go(one as never, two!)\n}\n',
      'function f(one, two) {\n  go(one, two)\n}\n',
    ],
    ['const d = `a  $' + '{e as string}  f`\n', 'const d = `a  $' + '{e}  f`\n'],
    ['const g = { h: i as string, j: [k as string] }\n', 'const g = { h: i, j: [k] }\n'],
    ['go({ h: i as string })\n', 'go({ h: i })\n'],
    ["import { type A, b } from './b.ts'\n", "import { b } from './b.ts'\n"],
  ])('%j is served as %j', (source, script) => {
    expect(stripTypes(source)).toBe(script)
  })

  test('a script loses its type declarations with their comments, and keeps the rest', () => {
    const source = `// What the page does.

import type { News } from './news.ts'

// Stays.
const a = 1

/**
 * Goes, with its letters: é—
 */
interface Shown {
  text: 'é—'
}

/** Stays. */
export const b = 2
`
    expect(stripTypes(source)).toBe(
      '// What the page does.\n\n// Stays.\nconst a = 1\n\n/** Stays. */\nexport const b = 2\n',
    )
  })

  test('a script without types stays as it is, including its spaces', () => {
    const script = 'const a  =  `  \\n`\n\n\n// b\nif (a) {\n  // c\n}\n\u00a0\n'
    expect(stripTypes(script)).toBe(script)
  })

  test('a script with syntax beyond types is refused', () => {
    expect(() => stripTypes('enum A { b }')).toThrow(/enum/i)
  })

  test('types are stripped without a warning', () => {
    const warnings: unknown[] = []
    const hear = (warning: unknown) => warnings.push(warning)
    process.on('warning', hear)
    stripTypes('let a: number')
    process.off('warning', hear)
    expect(warnings).toEqual([])
  })
})
