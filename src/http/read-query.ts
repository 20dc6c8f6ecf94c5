import type { ParsedUrlQuery } from 'node:querystring'
import type Koa from 'koa'

/** Matches a character that separates fields or encodes another character. */
const special = /[&%+?]/

/**
 * Returns the fields of a request's query as Koa parses them. Most queries of polling clients are a single plain field,
 * which needs no parser.
 */
export function readQuery(ctx: Koa.Context): ParsedUrlQuery {
  const text = ctx.querystring
  const nameEnd = text.indexOf('=')
  if (nameEnd === -1 || special.test(text)) return ctx.query
  return { [text.slice(0, nameEnd)]: text.slice(nameEnd + 1) }
}
