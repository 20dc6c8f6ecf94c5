import { z } from 'zod'
import type { Standing } from '../keys/standing.ts'
import type { App } from '../needs.ts'
import type { AnswerValue, AnyAnswer } from './dialects/dialect.ts'
import { defineEndpoint, type Endpoint } from './endpoint.ts'
import { queryNumber } from './fields.ts'

interface Paging {
  page: number
  limit: number
}

type Query<Filters extends z.ZodRawShape> = z.output<z.ZodObject<Filters>> & Paging

type List<Filters extends z.ZodRawShape, Answer extends AnyAnswer> = Pick<
  Endpoint<unknown, Answer>,
  'path' | 'tag' | 'summary' | 'description' | 'example' | 'scope' | 'answer'
> & {
  filters: Filters
  read(app: App, standing: Standing, query: Query<Filters>): Promise<Omit<AnswerValue<Answer>, keyof Paging>>
}

/** A list in numbered pages: it takes `page` and `limit` after its filters, and its answer repeats them. */
export function defineListEndpoint<Filters extends z.ZodRawShape, Answer extends AnyAnswer>({
  filters,
  read,
  ...list
}: List<Filters, Answer>): Endpoint {
  const input = z.object({ ...filters, page: queryNumber(1, 1_000_000, 1), limit: queryNumber(1, 100, 20) })
  return defineEndpoint({
    ...list,
    method: 'GET',
    input: input as unknown as z.ZodType<Query<Filters>>,
    async handle(app, standing, query) {
      const { page, limit } = query
      return { ...(await read(app, standing, query)), page, limit } as unknown as AnswerValue<Answer>
    },
  })
}
