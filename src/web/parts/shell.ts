import type Koa from 'koa'
import { writeRetryAfter } from '../../http/retry-after.ts'
import { type Html, html } from '../../lib/html.ts'
import type { Refusal } from '../../lib/refusal.ts'
import { version } from '../../lib/version.ts'
import type { App } from '../../needs.ts'
import { mayDo } from '../../people/membership.ts'
import { listAdditions } from '../../slots.ts'
import { makePath } from './address.ts'
import { assetPath } from './assets.ts'
import { commonTexts } from './common-texts.ts'
import { actButton, banner, hiddenField, tabs } from './forms.ts'
import { sendPage } from './frame.ts'
import { helpIcon, menuIcon } from './icons.ts'
import type { Language } from './language.ts'
import {
  buildMerchantNavigation,
  helpPath,
  listMerchantDailyPages,
  listTabSets,
  type NavigationEntry,
  operatorDailyPages,
  operatorNavigation,
} from './navigation.ts'
import { outcomeTexts } from './outcome-texts.ts'
import type { View } from './page.ts'
import { findRefusalStatus } from './refused-page.ts'
import type { Guest, Visit } from './visit.ts'

declare module '../../slots.ts' {
  interface Slots {
    /** Parts of every member page, each with its script. */
    shellParts: ShellPart
  }
}

interface ShellPart {
  /** A file of `assets/`. */
  script: string
  /** Its place, the bar at the top; by default after the page. */
  place?: 'bar'
  draw(app: App, visit: Visit): Html
}

export interface Shell {
  visit: Guest
  view: View
  refusal?: Refusal | null
}

/** Sends a view in its frame: navigation and the mode switch for members, only the name for guests. */
export function sendShell(app: App, ctx: Koa.Context, { visit, view, refusal }: Shell): void {
  const { language } = visit
  const done = String(ctx.query.done ?? '')
  const texts = outcomeTexts[language]
  const news = !refusal && Object.hasOwn(texts, done) ? banner('done', texts[done as keyof typeof texts]) : undefined
  const query = Object.fromEntries(
    Object.entries(ctx.query).flatMap(([name, value]) =>
      typeof value === 'string' && name !== 'done' ? [[name, value]] : [],
    ),
  )
  writeRetryAfter(ctx, refusal)
  const parts = 'account' in visit ? listAdditions(app, 'shellParts') : []
  const scripts = [view.script ?? [], ...parts.map(({ script }) => script)].flat()
  const bar = 'account' in visit ? tabBar(app, ctx, visit as Visit) : null
  const drawn = parts.filter(({ place }) => !place).map(({ draw }) => draw(app, visit as Visit))
  const status = refusal ? findRefusalStatus(refusal) : 200
  sendPage(
    ctx,
    app.config,
    {
      language,
      title: view.title === 'Warung' ? view.title : `${view.title} · Warung`,
      ...(view.summary ? { summary: view.summary } : {}),
      body: html`<main id="main" class="page">${bar}${news}${view.body}</main>${drawn}`,
      script: scripts,
      sheet: view.sheet,
      ...(view.leadsTo ? { leadsTo: view.leadsTo } : {}),
      here: { path: ctx.path, query },
      shell: languageLinks => shellParts(app, ctx, visit, languageLinks),
    },
    status,
  )
}

interface Around {
  before: Html
  after: Html
}

function shellParts(app: App, ctx: Koa.Context, visit: Guest, languageLinks: Html): Around {
  const say = commonTexts[visit.language]
  const isMember = 'account' in visit
  const isOperator = visit.session?.isOperator === true && visit.session.isConfirmed
  const home = makePath(app.config, isOperator ? '/operator' : isMember ? '/dashboard' : '/')
  const logo = html`<img src="${assetPath(app.config, 'icon.svg')}" width="28" height="28" alt="">`
  const brand = html`<a class="brand" href="${home}">${logo}<b>Warung</b></a>`
  const skip = html`<a class="skip" href="#main">${say.skip}</a>`
  if (!isMember && !isOperator) {
    return { before: html`${skip}<header class="bar">${brand}${languageLinks}</header>`, after: html`` }
  }
  const member = isMember ? (visit as Visit) : null
  const menu = html`${menuIcon}<span>${say.menu}</span>`
  return {
    before: html`${skip}
      <header class="bar">
        <button class="menu" type="button" popovertarget="menu">${menu}</button>
        ${brand}
        ${member && barParts(app, member)}
        ${member && modeSwitch(app, ctx, member)}
      </header>
      ${member?.mode === 'test' && html`<aside class="mode-note" aria-label="${say.mode}">${say.testNote}</aside>`}
      <div class="columns">
        <nav id="menu" class="side" popover aria-label="${say.menu}">
          ${member ? accountSwitch(app, member) : operatorAway(app, visit)}
          ${navigationLists(app, ctx, visit)}
          ${languageLinks}
        </nav>`,
    after: html`</div>${dailyBar(app, ctx, visit)}${isOperator && html`<footer>Warung ${version}</footer>`}`,
  }
}

function barParts(app: App, member: Visit): Html[] {
  return listAdditions(app, 'shellParts').flatMap(({ place, draw }) => (place === 'bar' ? [draw(app, member)] : []))
}

function navigationLists(app: App, ctx: Koa.Context, visit: Guest | Visit): Html {
  if (!('account' in visit))
    return html`${operatorNavigation.map(group => html`<ul>${linksTo(app, ctx, visit, group)}</ul>`)}`
  const { main, groups } = buildMerchantNavigation(app)
  const say = commonTexts[visit.language]
  const folded = groups.map(({ title, entries: pages }) => {
    const isOpen = pages.some(({ path }) => isWithin(ctx.path, path) || isMoneyTab(app, ctx.path, path))
    const links = linksTo(app, ctx, visit, pages)
    return html`<details${isOpen && html` open`}><summary>${title[visit.language]}</summary><ul>${links}</ul></details>`
  })
  const helped = helpPath(app, ctx.path)
  const help =
    helped && html`<ul><li><a href="${makePath(app.config, helped)}">${helpIcon}<span>${say.help}</span></a></li></ul>`
  return html`<ul class="main-places">${linksTo(app, ctx, visit, main)}</ul>${folded}${help}`
}

const dailyShown = 5

/** Renders the bar at the bottom of a phone. */
function dailyBar(app: App, ctx: Koa.Context, visit: Guest | Visit): Html {
  const pages = 'account' in visit ? listMerchantDailyPages(app) : operatorDailyPages
  const links = linksTo(app, ctx, visit, pages).slice(0, dailyShown)
  return html`<nav class="daily" aria-label="${commonTexts[visit.language].daily}"><ul>${links}</ul></nav>`
}

/** Renders links to those pages that the visitor may open, marking the current one. */
function linksTo(app: App, ctx: Koa.Context, visit: Guest | Visit, pages: readonly NavigationEntry[]): Html[] {
  const role = 'account' in visit ? visit.account.role : null
  const home = role === null ? '/operator' : '/dashboard'
  const mayOpen = pages.filter(({ role: asked = 'read' }) => role === null || mayDo(role, asked))
  return mayOpen.map(({ path, icon, text }) => {
    const isHere = path === home ? ctx.path === path : isWithin(ctx.path, path) || isMoneyTab(app, ctx.path, path)
    const current = isHere && html` aria-current="page"`
    const name = html`${icon}<span>${text[visit.language]}</span>`
    return html`<li><a href="${makePath(app.config, path)}"${current}>${name}</a></li>`
  })
}

const isWithin = (here: string, path: string) => here === path || here.startsWith(`${path}/`)

/** Returns whether a page is one of the tabs of a menu entry, which leads to the first of them. */
function isMoneyTab(app: App, here: string, path: string): boolean {
  return listTabSets(app).some(({ pages }) => path === pages[0]!.path && pages.some(tab => isWithin(here, tab.path)))
}

/** Renders the tabs beside the current page, above each of them. */
function tabBar(app: App, ctx: Koa.Context, visit: Visit): Html | null {
  const set = listTabSets(app).find(({ pages }) => pages.length > 1 && pages.some(({ path }) => path === ctx.path))
  if (!set) return null
  const { title, pages } = set
  const open = pages.filter(({ role = 'read' }) => mayDo(visit.account.role, role))
  const tabOf = ({ path, text }: NavigationEntry) => {
    return { address: makePath(app.config, path), text: text[visit.language], isHere: path === ctx.path }
  }
  return tabs(title[visit.language], open.map(tabOf))
}

function modeSwitch(app: App, ctx: Koa.Context, visit: Visit): Html {
  const say = commonTexts[visit.language]
  const button = (mode: 'test' | 'live', text: string) =>
    html`<button name="mode" value="${mode}" aria-pressed="${visit.mode === mode ? 'true' : 'false'}">${text}</button>`
  const action = makePath(app.config, '/dashboard/place')
  return html`<form class="modes" method="post" novalidate action="${action}" aria-label="${say.mode}">
    ${hiddenField('act', 'mode')}${hiddenField('back', ctx.path)}
    ${button('test', say.test)}
    ${button('live', say.live)}
  </form>`
}

function operatorAway(app: App, { session, language }: Guest): Html {
  return html`<div class="who">
    <b>${session?.displayName}</b>
    ${signOutForm(app, '/operator/sign-out', language)}
  </div>`
}

function signOutForm(app: App, path: string, language: Language): Html {
  const button = actButton('out', commonTexts[language].signOut, 'link')
  return html`<form method="post" novalidate action="${makePath(app.config, path)}">${button}</form>`
}

function accountSwitch(app: App, visit: Visit): Html {
  const others = visit.session.memberships.filter(({ accountId }) => accountId !== visit.account.id)
  const buttons = others.map(
    ({ accountId, accountName }) =>
      html`<button name="account" value="${accountId}" class="link">${accountName}</button>`,
  )
  const action = makePath(app.config, '/dashboard/place')
  return html`<div class="who">
    <b>${visit.account.name}</b>
    <small>${visit.session.displayName}</small>
    ${
      others.length > 0 &&
      html`<form method="post" novalidate action="${action}">${buttons}${hiddenField('act', 'account')}</form>`
    }
    ${signOutForm(app, '/sign-out', visit.language)}
  </div>`
}
