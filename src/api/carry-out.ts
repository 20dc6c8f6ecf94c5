import { answerOnce } from '../keys/answer-once.ts'
import type { Standing } from '../keys/standing.ts'
import { randomToken } from '../lib/ids.ts'
import type { App } from '../needs.ts'
import type { Answers } from './dialects/dialect.ts'
import type { Endpoint, EndpointRequest } from './endpoint.ts'
import { readIdempotencyKey } from './idempotency-key.ts'

interface Asked {
  app: App
  standing: Standing
  input: unknown
  request: EndpointRequest
}

/** Shows what an endpoint did, in the words of the caller's dialect. */
type Present = (value: Answers[keyof Answers], app: App) => object

/** Does what an endpoint is asked for and returns its answer; with an `Idempotency-Key` once, however often it is asked. */
export async function carryOut(definition: Endpoint, asked: Asked, present: Present): Promise<object> {
  const { app, standing, input, request } = asked
  const { prepare } = definition
  const storing = (storageKey: string) => prepare!(app, standing, input, { ...request, storageKey })
  const handle = async (inside: App, prepared: unknown) =>
    present(await definition.handle(inside, standing, prepared, request), inside)

  const isOnce = definition.method === 'POST' && !definition.keepsItsKeys
  const key = isOnce ? readIdempotencyKey(request, input as object) : undefined
  if (key) {
    const write = (inside: App, prepared: unknown) => handle(inside, prepare ? prepared : input)
    return answerOnce(app, standing, { path: definition.path, ...key }, { write, prepare: prepare && storing })
  }
  if (!prepare) return handle(app, input)
  const prepared = await storing(randomToken())
  try {
    return await handle(app, prepared)
  } catch (error) {
    await definition.takeBack?.(app, prepared)
    throw error
  }
}
