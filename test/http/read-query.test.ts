import Koa from 'koa'
import { expect, test } from 'vitest'
import { readQuery } from '../../src/http/read-query.ts'

const koa = new Koa()

test.each([
  'invoice=INV-CZSRHR2XGY9QFHM5YCHN',
  'invoice=INV-CZSRHR2XGY9QFHM5YCHN&page=2',
  'invoice=a&invoice=b',
  'search=kopi+susu',
  'search=kopi%20susu%F0%9F%8D%9C',
  'search=%E0%A4',
  'search=a=b',
  'search==',
  '=value',
  '?invoice=a',
  '__proto__=a',
  'search=kopi;susu',
  'search=a#b',
  'search',
  '',
])('the query %j is read as Koa parses it', query => {
  const ctx = koa.createContext({ url: `/api/check-payment?${query}` } as never, {} as never)
  expect({ ...readQuery(ctx as Koa.Context) }).toStrictEqual({ ...ctx.query })
})
