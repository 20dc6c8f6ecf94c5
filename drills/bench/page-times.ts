import { pages } from '../../test/kit/parts.ts'
import { createVisitor, type Visitor } from '../../test/web/browse.ts'
import { percentile } from './load.ts'
import { printLine } from './table.ts'
import type { WholeShop } from './whole-shop.ts'

const rounds = 20
const warmUps = 2

/** The lists that a merchant opens, besides every page with its own address. */
const lists = [
  '/dashboard/payments?status=paid&page=100',
  '/dashboard/payments?method=qris&status=cancelled',
  '/dashboard/payments?search=kopi',
  '/dashboard/payments?search=durian',
]

/** Prints how long the demo's merchant waits for each page, one after the other, over HTTP. */
export async function printPageTimes(shop: WholeShop): Promise<void> {
  const visitor = await signIn(shop)
  const plain = pages.map(({ path }) => path).filter(path => path.startsWith('/dashboard') && !path.includes(':'))
  for (const path of [...plain.filter(path => path !== '/dashboard/place'), ...lists]) {
    const took: number[] = []
    for (let round = -warmUps; round < rounds; round++) {
      const startedAt = performance.now()
      const { status } = await visitor.get(path)
      // A page with secrets asks for the password first.
      if (status !== 200 && status !== 303) throw new Error(`${path} answered ${status}`)
      if (round >= 0) took.push(performance.now() - startedAt)
    }
    took.sort((one, other) => one - other)
    printLine(`  ${path}`, ['', percentile(took, 0.5).toFixed(0), percentile(took, 0.99).toFixed(0)], 58)
  }
}

async function signIn({ url, demo }: WholeShop): Promise<Visitor> {
  const visitor = createVisitor({ pagesUrl: url })
  await visitor.post('/sign-in', { act: 'in', ...demo.merchant })
  await visitor.post('/dashboard/place', { act: 'mode', mode: 'test' })
  return visitor
}
