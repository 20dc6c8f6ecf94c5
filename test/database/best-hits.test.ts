import { expect, test } from 'vitest'
import { selectBestHits } from '../../src/database/key-search-sql.ts'

test('a row found by several keys stays at the position of its best key, and appears once', () => {
  const rows = [
    { id: 'by a name', rank: 1, at: 3 },
    { id: 'by its number and a name', rank: 2, at: 1 },
    { id: 'by its number and a name', rank: 0, at: 1 },
    { id: 'by a newer name', rank: 1, at: 4 },
  ]
  const best = (limit: number) => selectBestHits(rows, { keyOf: ({ id }) => id, at: ({ at }) => at, limit })
  expect(best(5).map(({ id, rank }) => [id, rank])).toEqual([
    ['by its number and a name', 0],
    ['by a newer name', 1],
    ['by a name', 1],
  ])
  expect(best(1).map(({ id }) => id)).toEqual(['by its number and a name'])
})
