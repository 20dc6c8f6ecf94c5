import type { TestShop } from '../kit/app.ts'
import type { Post } from './dying-endpoints.ts'
import { rowPoints } from './dying-points.ts'

/** Returns the POSTs about bills, each with the effect that must have happened once. */
export function billPosts(shopNow: () => TestShop): Record<string, Post> {
  const count = async (query: string, values: unknown[] = []) =>
    (await shopNow().app.sql.query<{ n: number }>(`select count(*) as n from ${query}`, values))[0]!.n
  const known = async () =>
    (await shopNow().api('/create-bill', { body: { title: 'Kopi', amount: 10_000 } })).body.bill as string
  const post = (path: string, made: () => Promise<{ body: object; effects(): Promise<number> }>): Post => ({
    points: rowPoints,
    async ask() {
      const { body, effects } = await made()
      return { request: { path, body }, effects }
    },
  })
  return {
    '/create-bill': post('/create-bill', async () => {
      const before = await count('bill')
      const effects = async () => (await count('bill')) - before
      return { body: { title: 'Iuran', amount: 50_000 }, effects }
    }),
    '/update-bill': post('/update-bill', async () => {
      const bill = await known()
      // If it were written twice, this would have changed twice.
      const effects = () => count('bill where public_id = $1 and note = $2 and sequence = 2', [bill, 'Lunasi'])
      return { body: { bill, note: 'Lunasi' }, effects }
    }),
    '/close-bill': post('/close-bill', async () => {
      const bill = await known()
      const effects = () => count("bill where public_id = $1 and status = 'closed' and sequence = 2", [bill])
      return { body: { bill }, effects }
    }),
  }
}
