import type { Readable } from 'node:stream'
import Router from '@koa/router'
import type Koa from 'koa'
import type { z } from 'zod'
import type { App } from '../../needs.ts'
import { pageHeaders } from './frame.ts'
import { enterPage, selectApp } from './gate.ts'
import { renderRefusal } from './refused-page.ts'
import type { PageRole, VisitOf } from './visit.ts'

/** A file that a page offers, with the same access checks as pages. It is never shown inline. */
export interface Download<Role extends PageRole, Input> {
  path: string
  role: Role
  input?: z.ZodType<Input>
  read(app: App, visit: VisitOf<Role>, input: Input): Promise<{ name: string; type: string; body: Readable }>
}

// biome-ignore lint/suspicious/noExplicitAny: each has types of its own, which `download` has checked
export type AnyDownload = Download<any, any>

export function defineDownload<Role extends PageRole, Input>(definition: Download<Role, Input>): AnyDownload {
  return definition as unknown as AnyDownload
}

export function createDownloadsRouter(app: App, downloads: readonly AnyDownload[]): Router {
  const router = new Router()
  for (const one of downloads)
    router.get(one.path, pageHeaders, ctx => sendDownload(selectApp(app, ctx), one, ctx as Koa.Context))
  return router
}

async function sendDownload(app: App, one: AnyDownload, ctx: Koa.Context): Promise<void> {
  try {
    const entered = await enterPage(app, one, ctx)
    if (!entered) return
    const { name, type, body } = await one.read(app, entered.visit, entered.input)
    // A shop's name may contain any letters: old browsers get an ASCII name, the others the full one.
    const safe = name.replace(/[/\\]/g, '-')
    ctx.attachment(safe, { fallback: safe.replace(/[^ !#-[\]-~]/g, '_') })
    ctx.type = type
    ctx.body = body
  } catch (error) {
    renderRefusal(app, ctx, error)
  }
}
