import Router from '@koa/router'
import type Koa from 'koa'
import { z } from 'zod'
import { takeAttempt } from '../../../accounts/take-attempt.ts'
import { findCallerAddress } from '../../../http/caller-address.ts'
import { answerError } from '../../../http/errors.ts'
import { createBodyParser } from '../../../http/parse-body.ts'
import { refuseFields } from '../../../lib/refusal.ts'
import { listFieldErrors } from '../../../lib/refusals/field-error.ts'
import type { App } from '../../../needs.ts'
import { exchangeCode } from '../exchange-code.ts'

const Body = z.object({
  code: z.string('is required').max(100),
  code_verifier: z.string('is required').regex(/^[\w\-.~]{43,128}$/, 'has 43 to 128 letters, digits, -, ., _ or ~'),
  return: z.string('is required').max(2048),
})

const triesMax = 30
const windowS = 60

/** POST /authorize/token: exchanges an app's one-time code for its API key. */
export function createExchangeRouter(app: App): Router {
  const router = new Router()
  router.post('/authorize/token', async ctx => {
    ctx.set('Cache-Control', 'no-store')
    try {
      const key = `authorize address ${findCallerAddress(ctx as Koa.Context)}`
      await takeAttempt(app, { key, max: triesMax, windowS })
      const body = await createBodyParser('json', app.config.limits.jsonBytesMax)(ctx as Koa.Context)
      const parsed = Body.safeParse(body)
      if (!parsed.success) throw refuseFields(listFieldErrors(parsed.error.issues, body))
      const { code, code_verifier: codeVerifier, return: returnUrl } = parsed.data
      const made = await exchangeCode(app, { code, codeVerifier, returnUrl })
      const { mode, scopes } = made.grant
      ctx.body = { success: true, api_key: made.key, mode, scopes, base_url: app.config.baseUrl }
    } catch (error) {
      answerError(ctx as Koa.Context, error, app.log)
    }
  })
  return router
}
