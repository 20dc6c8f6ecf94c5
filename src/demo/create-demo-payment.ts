import { Product } from '../catalog/product.ts'
import { findStandingByAccount } from '../keys/standing.ts'
import { Refusal } from '../lib/refusal.ts'
import type { App } from '../needs.ts'
import { createPayment } from '../payments/create-payment.ts'
import { findDemoAccount } from './demo.ts'

const amount = 24_000

/** Creates a payment of the demo's shop in test mode, to be viewed and paid with play money; returns its invoice id. */
export async function createDemoPayment(app: App): Promise<string> {
  const accountId = await findDemoAccount(app)
  const standing = accountId && (await findStandingByAccount(app, accountId, 'test'))
  if (!standing) throw new Refusal('not_found', 'There is no demo shop')
  const product = await app
    .em({ accountId: standing.accountId })
    .findOne(Product, { image: { $ne: null }, isActive: true }, { orderBy: { position: 'asc', id: 'asc' } })
  const { invoiceId } = await createPayment(app, standing, {
    amount,
    description: product?.name,
    productImageId: product?.image?.id,
    customerName: 'Budi',
  })
  return invoiceId
}
