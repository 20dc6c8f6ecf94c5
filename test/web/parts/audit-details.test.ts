import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'
import { describe, expect, test } from 'vitest'
import { detailName, formatAuditDetails } from '../../../src/web/parts/audit-details.ts'

const root = path.join(import.meta.dirname, '../../../src')
type Node = Record<string, unknown> & { type: string }

/** Returns the names of details that the code records with an act. */
function recordedDetails(): Set<string> {
  const found = new Set<string>()
  const take = (node: Node | null) => {
    for (const property of node?.type === 'ObjectExpression' ? (node.properties as Node[]) : []) {
      if (property.type === 'Property') found.add((property.key as { name: string }).name)
    }
  }
  const walk = (node: unknown): void => {
    if (node === null || typeof node !== 'object') return
    const { type, id, key, init, value } = node as Record<string, Node | null> & { type: unknown }
    if (type === 'VariableDeclarator' && id?.name === 'detail') take(init ?? null)
    if (type === 'Property' && key?.name === 'detail') take(value ?? null)
    for (const child of Object.values(node)) walk(child)
  }
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts')) continue
    const source = readFileSync(path.join(root, name), 'utf8')
    if (source.includes('recordAct(')) walk(parseSync(name, source).program)
  }
  return found
}

describe('the details of an act', () => {
  test('every recorded detail has a name in Indonesian that is not its internal one', () => {
    const recorded = [...recordedDetails()]
    expect(recorded.length).toBeGreaterThan(80)
    const sameInBoth = ['bank', 'browser', 'format', 'merchant', 'mode', 'model', 'printer', 'stars']
    const unnamed = recorded.filter(name => !sameInBoth.includes(name) && detailName('id', name) === name)
    expect(unnamed).toEqual([])
    expect(recorded.filter(name => /_|[a-z][A-Z]/.test(detailName('en', name)))).toEqual([])
  })

  test('nested details and their values are in words', () => {
    const imported = { mode: 'test', products: { changed: 0, created: 12, unchanged: 3 } }
    expect(formatAuditDetails('id', imported)).toBe('mode: uji · produk: diubah 0, dibuat 12, tetap 3')
    expect(formatAuditDetails('id', { refund: 'ask', refundMax: 50_000 })).toMatch(
      /^mengembalikan uang: minta persetujuan · pengembalian tanpa persetujuan, paling banyak: Rp\s50\.000$/,
    )
    expect(formatAuditDetails('id', { deliveryFee: 10_000 })).toMatch(/^Ongkos kirim/)
    expect(formatAuditDetails('en', { discount_max_percent: 10 })).toBe('discount max percent: 10')
  })
  test('days are shown as people say them, and other texts unchanged', () => {
    expect(formatAuditDetails('id', { period: { first: '2026-10-01', last: '2026-10-31' } })).toMatch(
      /1 Okt 2026, .*31 Okt 2026$/,
    )
    for (const answer of ['2026-10-99', '2026-02-30']) {
      expect(formatAuditDetails('en', { answer })).toBe(`answer: ${answer}`)
    }
  })
})
