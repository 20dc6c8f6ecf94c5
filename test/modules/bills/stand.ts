import type { TestShop } from '../../kit/app.ts'

/** Creates a bill through the API, and returns the answer. */
export async function makeBill(shop: TestShop, body: object): Promise<Record<string, unknown> & { bill: string }> {
  const answer = await shop.api('/create-bill', { body: { title: 'Kopi', ...body } })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body.data
}

export async function checkBill(shop: TestShop, bill: string) {
  return (await shop.api(`/check-bill?bill=${bill}`)).body.data
}

export async function idOf(shop: TestShop, bill: string): Promise<number> {
  const [row] = await shop.app.sql.query<{ id: number }>('select id from bill where public_id = $1', [bill])
  return row!.id
}
