import type Koa from 'koa'
import type { Config } from '../../config.ts'
import { readCookie } from './cookies.ts'

export const languages = ['id', 'en'] as const
export type Language = (typeof languages)[number]

/**
 * The language of `?lang=`, else the one chosen in this browser before, else the user's, else the browser's preferred
 * one, else Indonesian. Pages that do not store the choice pass no settings.
 */
export function chooseLanguage(ctx: Koa.Context, config?: Pick<Config, 'baseUrl'>, own?: Language): Language {
  const fromQuery = languages.find(language => language === ctx.query.lang)
  if (fromQuery) return fromQuery
  const chosen = config && languages.find(language => language === readCookie(config, ctx, 'language'))
  if (chosen) return chosen
  if (own) return own
  return ctx.get('Accept-Language') && ctx.acceptsLanguages('id', 'en') === 'en' ? 'en' : 'id'
}
