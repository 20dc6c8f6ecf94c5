import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '../../..')
const sheets = globSync('src/{web,modules/*/web}/{sheets,assets}/*.css', { cwd: root }).sort()

/** The sizes that style sheets may use, by property. What is printed has its own, in points and millimetres. */
const scales: [property: RegExp, unit: string, sizes: readonly number[]][] = [
  [/^font-size$/, 'rem', [0.75, 0.8125, 0.875, 0.9375, 1, 1.125, 1.25, 1.375, 1.5, 2, 2.5, 3]],
  [
    /^((padding|margin)(-[a-z-]+)?|(row-|column-)?gap)$/,
    'px',
    [1, 2, 4, 6, 8, 10, 12, 14, 16, 20, 24, 32, 40, 48, 52, 56, 64, 84, 96, 100],
  ],
  [/^border-radius$/, 'px', [4, 8, 12, 14, 20, 32, 999]],
]

function findOutside(text: string): string[] {
  const declarations = text.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/(?<=[;{\s])([a-z-]+)\s*:\s*([^;{}]+)/g)
  return [...declarations].flatMap(([declaration, property, value]) => {
    const [, unit, sizes] = scales.find(([name]) => name.test(property!)) ?? []
    if (!unit) return []
    const used = [...value!.matchAll(/(?<![\w.])(\d*\.?\d+)(px|rem)\b/g)]
    const isOnScale = used.every(([, size, of]) => of === unit && sizes!.includes(Number(size)))
    return isOnScale ? [] : [declaration]
  })
}

test('sizes of type, space and corners are on one scale in all style sheets', () => {
  expect(sheets.length).toBeGreaterThan(20)
  const outside = sheets.flatMap(sheet =>
    findOutside(readFileSync(path.join(root, sheet), 'utf8')).map(declaration => `${sheet}: ${declaration}`),
  )
  expect(outside).toEqual([])
  expect(findOutside('a { padding: 3px 8px; font-size: 15px; }')).toEqual(['padding: 3px 8px', 'font-size: 15px'])
})
