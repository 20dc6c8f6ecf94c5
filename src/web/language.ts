import type Koa from 'koa'

export const languages = ['id', 'en'] as const
export type Language = (typeof languages)[number]

/** What `?lang=` says, else what the browser likes better, else Indonesian. */
export function languageOf(ctx: Koa.Context): Language {
  const asked = languages.find(language => language === ctx.query.lang)
  if (asked) return asked
  return ctx.get('Accept-Language') && ctx.acceptsLanguages('id', 'en') === 'en' ? 'en' : 'id'
}
