import type Koa from 'koa'
import type { Config } from '../../config.ts'
import { readCookie } from './cookies.ts'

export const languages = ['id', 'en'] as const
export type Language = (typeof languages)[number]

/**
 * Returns the language of the page: that of `?lang=`, or the one chosen in this browser before, or the user's.
 * Otherwise it is the browser's preferred one, and Indonesian by default. Pages that do not store the choice pass no
 * settings.
 */
export function chooseLanguage(ctx: Koa.Context, config?: Pick<Config, 'baseUrl'>, preferred?: Language): Language {
  const fromQuery = languages.find(language => language === ctx.query.lang)
  if (fromQuery) return fromQuery
  const chosen = config && languages.find(language => language === readCookie(config, ctx, 'language'))
  if (chosen) return chosen
  if (preferred) return preferred
  return ctx.get('Accept-Language') && ctx.acceptsLanguages('id', 'en') === 'en' ? 'en' : 'id'
}
