import Router from '@koa/router'
import type Koa from 'koa'
import type { App } from '../../needs.ts'
import { answerGet } from './answer-get.ts'
import { answerPost } from './answer-post.ts'
import { pageHeaders } from './frame.ts'
import { selectApp } from './gate.ts'
import type { AnyPage } from './page.ts'

/**
 * Returns all pages as one router: it checks the form's origin and the visitor, then answers with the page. A refusal
 * becomes a page in the visitor's language.
 */
export function createPagesRouter(app: App, pages: readonly AnyPage[]): Router {
  const router = new Router()
  // Pages of modules are listed after the core's, so `/:product` of the core would handle their requests.
  const hasParameter = ({ path }: AnyPage) => Number(path.includes(':'))
  for (const one of pages.toSorted((page, other) => hasParameter(page) - hasParameter(other))) {
    router.get(one.path, pageHeaders, formHeaders, ctx => answerGet(selectApp(app, ctx), one, ctx as Koa.Context))
    if (one.act)
      router.post(one.path, pageHeaders, formHeaders, ctx => answerPost(selectApp(app, ctx), one, ctx as Koa.Context))
  }
  return router
}

// With `no-referrer` browsers send `Origin: null`, and our own forms would look like those of any site.
const formHeaders: Koa.Middleware = async (ctx, next) => {
  ctx.set('Referrer-Policy', 'same-origin')
  await next()
}
