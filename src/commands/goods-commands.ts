import { readFileSync } from 'node:fs'
import path from 'node:path'
import { findAccountByName } from '../accounts/find-account-by-name.ts'
import { addContent } from '../goods/add-content.ts'
import { addFile } from '../goods/add-file.ts'
import { addImage } from '../goods/add-image.ts'
import { listContents } from '../goods/list-contents.ts'
import { listFiles } from '../goods/list-files.ts'
import { listImages } from '../goods/list-images.ts'
import { type GoodsSwitch, switchGoods } from '../goods/switch-goods.ts'
import { refuseField } from '../lib/refusal.ts'
import type { App } from '../needs.ts'
import {
  accountOption,
  type CommandArgs,
  type Commands,
  formatList,
  jsonOption,
  readNumber,
  readText,
} from './command.ts'

type Kind = GoodsSwitch['kind']

const contentOptions = { ...accountOption, title: { type: 'string' } } as const

export const goodsCommands = {
  'file add': { usage: 'file add FILE --account NAME', options: accountOption, run: addOneFile },
  'content add': {
    usage: 'content add FILE|- --title TEXT --account NAME',
    options: contentOptions,
    run: addOneContent,
  },
  'image add': { usage: 'image add FILE --account NAME', options: accountOption, run: addOneImage },
  'goods list': {
    usage: 'goods list --account NAME [--json]   - files, contents and images with their ids',
    options: { ...accountOption, ...jsonOption },
    run: showGoods,
  },
  'goods off': {
    usage: 'goods off file|content|image ID --account NAME',
    options: accountOption,
    run: switchTo(false),
  },
  'goods on': { usage: 'goods on file|content|image ID --account NAME', options: accountOption, run: switchTo(true) },
} satisfies Commands

async function addOneFile(app: App, { words, options }: CommandArgs): Promise<string[]> {
  const accountId = await findAccountByName(app, options.account)
  const { name, bytes } = readBytes(words[0])
  return [`File ${await addFile(app, accountId, { name, bytes })} was added.`]
}

async function addOneImage(app: App, { words, options }: CommandArgs): Promise<string[]> {
  const accountId = await findAccountByName(app, options.account)
  const { name, bytes } = readBytes(words[0])
  return [`Image ${await addImage(app, accountId, { name, bytes })} was added.`]
}

async function addOneContent(app: App, { words, options }: CommandArgs): Promise<string[]> {
  const accountId = await findAccountByName(app, options.account)
  const body = readText('FILE', words[0] === '-' ? '/dev/stdin' : (words[0] ?? ''))
  return [`Content ${await addContent(app, accountId, { title: String(options.title ?? ''), body })} was added.`]
}

function readBytes(file = ''): { name: string; bytes: Buffer } {
  try {
    return { name: path.basename(file), bytes: readFileSync(file) }
  } catch (error) {
    throw refuseField('FILE', (error as Error).message, 'unreadable')
  }
}

async function showGoods(app: App, { options }: CommandArgs): Promise<string[]> {
  const accountId = await findAccountByName(app, options.account)
  const all = { activeOnly: false }
  const files = await listFiles(app, accountId, all)
  const contents = await listContents(app, accountId, all)
  const images = await listImages(app, accountId, all)
  const goods: GoodsRow[] = [
    ...files.map(one => toGoodsRow('file', one, { name: one.originalName, downloads: one.downloadCount })),
    ...contents.map(one => toGoodsRow('content', one, { name: one.title, views: one.viewCount })),
    ...images.map(one => toGoodsRow('image', one, { name: one.originalName, width: one.width, height: one.height })),
  ]
  return formatList(goods, options, {
    none: 'There are no files, contents or images yet.',
    plain: one => one,
    line: ({ kind, id, is_active, name, ...numbers }) => {
      const facts = Object.entries(numbers).map(([what, number]) => `${what} ${number}`)
      return [kind, id, is_active ? 'on' : 'off', name, ...facts].join('  ')
    },
  })
}

interface GoodsRow {
  kind: Kind
  id: number
  is_active: boolean
  name: string
  downloads?: number
  views?: number
  width?: number
  height?: number
}

function toGoodsRow(
  kind: Kind,
  { id, isActive }: { id: number; isActive: boolean },
  facts: Omit<GoodsRow, 'kind' | 'id' | 'is_active'>,
): GoodsRow {
  return { kind, id, is_active: isActive, ...facts }
}

function switchTo(isActive: boolean) {
  return async (app: App, { words: [kind, id], options }: CommandArgs): Promise<string[]> => {
    if (kind !== 'file' && kind !== 'content' && kind !== 'image')
      throw refuseField('KIND', 'is file, content or image', {
        code: 'not_one_of',
        values: ['file', 'content', 'image'],
      })
    await switchGoods(app, await findAccountByName(app, options.account), { kind, id: readNumber('ID', id), isActive })
    return [`The ${kind} is ${isActive ? 'on' : 'off'} for new payments.`]
  }
}
