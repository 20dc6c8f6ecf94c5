import { commandActor } from '../../src/accounts/audit.ts'
import { createWebhook } from '../../src/modules/webhooks/create-webhook.ts'
import { sendExample } from '../../src/modules/webhooks/send-example.ts'
import type { TestShop } from '../kit/app.ts'
import type { Asking } from './asking.ts'
import { rowPoints } from './dying-points.ts'

/** A POST that is killed at each of its points. */
export interface Post {
  points: object
  ask(): Promise<{ request: Partial<Asking>; effects(): Promise<number> }>
  /** Whether it shows a secret that the repetition replaces with null. */
  isShownOnce?: boolean
}

/** Returns the POSTs about endpoints for events, each with the effect that must have happened once. */
export function endpointPosts(shopNow: () => TestShop): Record<string, Post> {
  const owner = () => ({ accountId: shopNow().demo.accountId, mode: 'test' as const })
  const count = async (query: string, values: unknown[] = []) =>
    (await shopNow().app.sql.query<{ n: number }>(`select count(*) as n from ${query}`, values))[0]!.n
  const known = async () => {
    // Twenty is the maximum.
    await shopNow().app.sql.write('update endpoint set deleted_at = now() where deleted_at is null')
    const { endpoint } = await createWebhook(
      shopNow().app,
      owner(),
      { url: 'https://shop.example/events' },
      commandActor,
    )
    return endpoint.id
  }
  const sent = async (state: string) => {
    const endpointId = await known()
    const asked = { endpointId, type: 'order.placed', by: 'api key 1' }
    const id = await sendExample(shopNow().app, owner(), asked)
    await shopNow().app.sql.write('update endpoint_delivery set state = $2 where id = $1', [id, state])
    return { endpointId, id }
  }
  const post = (
    path: string,
    made: () => Promise<{ body: object; effects(): Promise<number> }>,
    isShownOnce = false,
  ): Post => ({
    points: rowPoints,
    isShownOnce,
    async ask() {
      const { body, effects } = await made()
      return { request: { path, body }, effects }
    },
  })
  return {
    '/create-endpoint': post(
      '/create-endpoint',
      async () => {
        await known()
        const effects = async () => (await count('endpoint where deleted_at is null')) - 1
        return { body: { url: 'https://shop.example/other' }, effects }
      },
      true,
    ),
    '/update-endpoint': post('/update-endpoint', async () => {
      const endpoint_id = await known()
      const effects = () => count("endpoint where id = $1 and description = 'Kasir'", [endpoint_id])
      return { body: { endpoint_id, description: 'Kasir' }, effects }
    }),
    '/delete-endpoint': post('/delete-endpoint', async () => {
      const endpoint_id = await known()
      const effects = () => count('endpoint where id = $1 and deleted_at is not null', [endpoint_id])
      return { body: { endpoint_id }, effects }
    }),
    '/roll-endpoint-secret': post(
      '/roll-endpoint-secret',
      async () => {
        const endpoint_id = await known()
        const effects = async () => (await count('endpoint_secret where endpoint_id = $1', [endpoint_id])) - 1
        return { body: { endpoint_id }, effects }
      },
      true,
    ),
    '/test-endpoint': post('/test-endpoint', async () => {
      const endpoint_id = await known()
      const effects = () => count('endpoint_delivery where endpoint_id = $1', [endpoint_id])
      return { body: { endpoint_id, type: 'order.placed' }, effects }
    }),
    '/resend-delivery': post('/resend-delivery', async () => {
      const { endpointId, id } = await sent('exhausted')
      const effects = async () => (await count('endpoint_delivery where endpoint_id = $1', [endpointId])) - 1
      return { body: { delivery_id: id }, effects }
    }),
    '/erase-delivery': post('/erase-delivery', async () => {
      const { id } = await sent('delivered')
      const effects = () => count('endpoint_delivery where id = $1 and erased_at is not null', [id])
      return { body: { delivery_id: id }, effects }
    }),
  }
}
