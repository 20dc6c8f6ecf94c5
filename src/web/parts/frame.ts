import type Koa from 'koa'
import type { Config } from '../../config.ts'
import { type Html, html } from '../../lib/html.ts'
import { makePath } from './address.ts'
import { assetPath } from './assets.ts'
import { type Language, languages } from './language.ts'

export interface HtmlPage {
  language: Language
  title: string
  /** The description that chats show under a shared link. */
  summary?: string
  /** The full address of the picture that chats show with it. */
  picture?: string | undefined
  body: Html
  script?: string | readonly string[]
  /** Style sheets besides that of all pages. */
  sheet?: string | readonly string[] | undefined
  /** The address of the manifest by which a browser installs the page as an app; requires `allowManifest`. */
  manifest?: string
  /** Path and query of this page without `lang`, for the links to the other languages. */
  here: { path: string; query: Record<string, string> }
  /**
   * The address to which the browser continues automatically. The content policy of the page with the form would block
   * a redirect.
   */
  leadsTo?: string | undefined
  /** The seconds until a browser without JavaScript reloads the page. */
  refreshS?: number | undefined
  /** Renders the frame around the body of pages for signed-in people. */
  shell?: ((languageLinks: Html) => { before: Html; after: Html }) | undefined
}

const allowedNothing = 'camera=(), geolocation=(), microphone=(), payment=()'

const policyWithout = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
]
const policy = policyFor("'none'")

function policyFor(ancestors: string): string {
  return [...policyWithout, `frame-ancestors ${ancestors}`, "base-uri 'none'"].join('; ')
}

/** Sets the headers of every page: no foreign script or frame, no caching, no referrer. */
export const pageHeaders: Koa.Middleware = async (ctx, next) => {
  ctx.set({
    'Content-Security-Policy': policy,
    'X-Frame-Options': 'DENY',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': allowedNothing,
    'X-Robots-Tag': 'noindex',
    'Cache-Control': 'no-store',
  })
  await next()
}

/** Allows the browser to read the page's manifest, to install the page as an app. */
export function allowManifest(ctx: Koa.Context): void {
  ctx.set('Content-Security-Policy', `${policy}; manifest-src 'self'`)
}

/** Allows the page to use the camera once the user opens it. */
export function allowCamera(ctx: Koa.Context): void {
  ctx.set('Permissions-Policy', allowedNothing.replace('camera=()', 'camera=(self)'))
}

/** Allows only pages of these origins to show this page in a frame. */
export function allowFrames(ctx: Koa.Context, origins: readonly string[]): void {
  ctx.set('Content-Security-Policy', policyFor(origins.length === 0 ? "'none'" : origins.join(' ')))
  // This header supports no list of origins, and browsers that know the policy ignore it.
  ctx.remove('X-Frame-Options')
  ctx.set('Cross-Origin-Resource-Policy', 'cross-origin')
}

/** Allows inline pictures on the page, which need no separate request. */
export function allowInlinePictures(ctx: Koa.Context): void {
  const pictures = "img-src 'self'"
  ctx.set('Content-Security-Policy', ctx.response.get('Content-Security-Policy').replace(pictures, `${pictures} data:`))
}

/**
 * Sets the headers of pages with a form that needs no session. With `no-referrer` browsers send `Origin: null`, so the
 * page's own form would be indistinguishable from that of another site.
 */
export const ownFormHeaders: Koa.Middleware = async (ctx, next) => {
  ctx.set('Referrer-Policy', 'same-origin')
  await next()
}

export function sendPage(ctx: Koa.Context, config: Pick<Config, 'baseUrl'>, page: HtmlPage, status = 200): void {
  ctx.status = status
  ctx.type = 'text/html; charset=utf-8'
  ctx.vary('Accept-Language')
  ctx.body = pageFrame(config, page).text
}

function pageFrame(config: Pick<Config, 'baseUrl'>, page: HtmlPage): Html {
  return html`<!doctype html>
<html lang="${page.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#f3f5f1" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#0d1312" media="(prefers-color-scheme: dark)">
<title>${page.title}</title>
<meta property="og:title" content="${page.title}">
${page.summary && html`<meta property="og:description" content="${page.summary}">`}
${page.picture && html`<meta property="og:image" content="${page.picture}">`}
<link rel="icon" href="${assetPath(config, 'icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${assetPath(config, 'page.css')}">
${[page.sheet ?? []].flat().map(name => html`<link rel="stylesheet" href="${assetPath(config, name)}">`)}
${page.manifest && html`<link rel="manifest" href="${page.manifest}">`}
${page.shell && fonts.map(name => fetchAhead(assetPath(config, name)))}
${[page.script ?? []].flat().map(name => html`<script type="module" src="${assetPath(config, name)}"></script>`)}
${page.leadsTo && html`<meta http-equiv="refresh" content="0; url=${page.leadsTo}">`}
${page.refreshS && html`<noscript><meta http-equiv="refresh" content="${page.refreshS}"></noscript>`}
</head>
${inShell(config, page)}
</html>
`
}

/** Preloads the font together with the style sheet, not after it. */
function fetchAhead(font: string): Html {
  return html`<link rel="preload" as="font" type="font/woff2" href="${font}" crossorigin>`
}

const fonts = ['plus-jakarta-sans-400.woff2', 'plus-jakarta-sans-700.woff2']

function inShell(config: Pick<Config, 'baseUrl'>, page: HtmlPage): Html {
  const links = html`<nav class="languages" aria-label="Bahasa / Language">
    ${languages.map(language => languageLink(config, page, language))}
  </nav>`
  if (!page.shell) return html`<body>\n${links}\n${page.body}\n</body>`
  const { before, after } = page.shell(links)
  return html`<body class="dashboard">\n${before}\n${page.body}\n${after}\n</body>`
}

function languageLink(config: Pick<Config, 'baseUrl'>, page: HtmlPage, language: Language): Html {
  const name = language === 'id' ? 'Bahasa Indonesia' : 'English'
  const address = makePath(config, page.here.path, { ...page.here.query, lang: language })
  const current = language === page.language && html` aria-current="true"`
  const spoken = html`hreflang="${language}" lang="${language}" title="${name}"`
  return html`<a href="${address}" ${spoken}${current}>${language.toUpperCase()}</a>`
}
