import { z } from 'zod'
import { addContent, bodyMax, titleMax } from '../../../goods/add-content.ts'
import { addFile, fileBytesMax } from '../../../goods/add-file.ts'
import { addImage } from '../../../goods/add-image.ts'
import type { DigitalFile } from '../../../goods/digital-file.ts'
import type { HiddenContent } from '../../../goods/hidden-content.ts'
import { listContents } from '../../../goods/list-contents.ts'
import { listFiles } from '../../../goods/list-files.ts'
import { listImages } from '../../../goods/list-images.ts'
import type { ProductImage } from '../../../goods/product-image.ts'
import { SentFile } from '../../../goods/sent-file.ts'
import { findStorage, type StorageRoom } from '../../../goods/storage-room.ts'
import { switchGoods } from '../../../goods/switch-goods.ts'
import { type Html, html } from '../../../lib/html.ts'
import { refuseField } from '../../../lib/refusal.ts'
import { mayDo } from '../../../people/membership.ts'
import { card, chip } from '../../parts/card.ts'
import { commonTexts } from '../../parts/common-texts.ts'
import { actButton, field, inlineForm, largeForm, pictureTypes, refusedBanner, textArea } from '../../parts/forms.ts'
import { ChosenFile, PageNumber, RowId } from '../../parts/inputs.ts'
import { definePage, type ViewContext } from '../../parts/page.ts'
import { pager } from '../../parts/pager.ts'
import { picturePath } from '../../parts/product-picture.ts'
import { formatStorage } from '../../parts/storage-text.ts'
import { rowEntry, rowList } from '../../parts/table.ts'
import { makeUserActor, type Visit } from '../../parts/visit.ts'
import { goodsTexts } from './goods-texts.ts'

interface Loaded {
  files: DigitalFile[]
  contents: HiddenContent[]
  images: ProductImage[]
  storage: StorageRoom
}

const Upload = z.object({
  file: ChosenFile,
  file_name: z.string().max(1000).optional(),
})
const perPage = 15
/** Each list has its own page number. */
const Input = z.object({ files: PageNumber, contents: PageNumber, images: PageNumber })
type Input = z.infer<typeof Input>
const imageBytesMax = 5 * 1024 * 1024
// A character of a body has at most twelve bytes, as a browser encodes it.
const contentBytesMax = 12 * bodyMax + 65_536

/** Files, contents and pictures for payments: added, counted, disabled. */
export const goodsPage = definePage({
  path: '/dashboard/goods',
  role: 'read',
  input: Input,
  load: async (app, { account: { id } }, { files, contents, images }): Promise<Loaded> => ({
    files: await listFiles(app, id, pageRange(files)),
    contents: await listContents(app, id, pageRange(contents)),
    images: await listImages(app, id, pageRange(images)),
    storage: await findStorage(app, id),
  }),
  view(view: All) {
    const { language, refusal, loaded } = view
    const say = goodsTexts[language]
    const labels = { file: say.file, image: say.image, title: say.contentTitle, body: say.body }
    return {
      title: say.title,
      body: html`
        <h1>${say.title}</h1>
        <p>${say.intro}</p>
        <p>${say.storage}: ${formatStorage(language, loaded.storage)}</p>
        ${refusedBanner({ language, refusal, labels })}
        ${filesCard(view)}
        ${contentsCard(view)}
        ${imagesCard(view)}`,
    }
  },
  act: {
    file: {
      role: 'orders',
      fileBytesMax,
      takesLargeFile: true,
      fields: Upload.extend({ file: z.union([z.instanceof(SentFile), Upload.shape.file]) }),
      async run(app, visit, { file, file_name }) {
        if (file === undefined || typeof file === 'string') throw refuseField('file', 'is missing', 'missing')
        await addFile(app, visit.account.id, { name: file_name ?? 'file', bytes: file }, makeUserActor(visit))
        return { done: 'saved' }
      },
    },
    image: {
      role: 'orders',
      fileBytesMax: imageBytesMax,
      fields: Upload,
      async run(app, visit, { file, file_name }) {
        if (!Buffer.isBuffer(file)) throw refuseField('image', 'is missing', 'missing')
        await addImage(app, visit.account.id, { name: file_name ?? 'image', bytes: file }, makeUserActor(visit))
        return { done: 'saved' }
      },
    },
    content: {
      role: 'orders',
      textBytesMax: contentBytesMax,
      fields: z.object({ title: z.string().max(1000), body: z.string().max(40_000) }),
      async run(app, visit, { title, body }) {
        await addContent(app, visit.account.id, { title: title.trim(), body }, makeUserActor(visit))
        return { done: 'saved' }
      },
    },
    turn: {
      role: 'orders',
      fields: z.object({
        kind: z.enum(['file', 'content', 'image']),
        id: RowId,
        on: z.enum(['1', '0']),
      }),
      async run(app, visit, { kind, id, on }) {
        await switchGoods(app, visit.account.id, { kind, id, isActive: on === '1' }, makeUserActor(visit))
        return { done: 'saved' }
      },
    },
  },
})

type All = ViewContext<Visit, Input, Loaded>

// Reads one more than is shown, to know whether there is another page.
function pageRange(page: number) {
  return { activeOnly: false, limit: perPage + 1, offset: (page - 1) * perPage }
}

const mayChange = ({ visit }: All) => mayDo(visit.account.role, 'orders')

function filesCard(view: All): Html {
  const { language, loaded } = view
  const say = goodsTexts[language]
  const rows = loaded.files.slice(0, perPage).map(({ id, originalName, fileSize, downloadCount, isActive }) => {
    const details = `${say.number(id)} · ${formatSize(fileSize)} · ${say.downloads(downloadCount)}`
    return goodsRow(view, { kind: 'file', id, isActive }, rowEntry(originalName, details))
  })
  const fields = html`
    ${field({ name: 'file', label: say.file, hint: say.fileHint, type: 'file' })}
    ${actButton('file', say.upload, 'quiet')}`
  return card(
    say.files,
    html`${pagedList(view, 'files', rows)}${foldedForm(view, 'file', say.addFile, largeForm('file', 'file', fields))}`,
  )
}

function contentsCard(view: All): Html {
  const { language, loaded, given, fieldErrors: errors } = view
  const say = goodsTexts[language]
  const rows = loaded.contents.slice(0, perPage).map(({ id, title, viewCount, isActive }) => {
    const details = `${say.number(id)} · ${say.views(viewCount)}`
    return goodsRow(view, { kind: 'content', id, isActive }, rowEntry(title, details))
  })
  const fields = html`
    ${field({ name: 'title', label: say.contentTitle, value: given.title, maxlength: titleMax, errors })}
    ${textArea({ name: 'body', label: say.body, value: given.body, maxlength: bodyMax, errors })}
    ${actButton('content', say.add, 'quiet')}`
  return card(
    say.contents,
    html`${pagedList(view, 'contents', rows)}
      ${foldedForm(view, 'content', say.addContent, largeForm('content', 'text', fields))}`,
  )
}

function imagesCard(view: All): Html {
  const { app, language, loaded } = view
  const say = goodsTexts[language]
  const rows = loaded.images.slice(0, perPage).map(image => {
    const { id, originalName, storageKey, width, height, fileSize, isActive } = image
    const source = picturePath(app.config, storageKey, 160)
    const picture = html`<img class="thumb" src="${source}" width="56" height="56" alt="" loading="lazy">`
    const details = `${say.number(id)} · ${width} × ${height} · ${formatSize(fileSize)}`
    const name = html`<span>${isActive && picture}<b>${originalName}</b><small>${details}</small></span>`
    return goodsRow(view, { kind: 'image', id, isActive }, name)
  })

  const fields = html`
    ${field({ name: 'file', id: 'image', label: say.image, hint: say.imageHint, type: 'file', accept: pictureTypes })}
    ${actButton('image', say.upload, 'quiet')}`
  const form = largeForm('image', 'file', fields)
  return card(say.images, html`${pagedList(view, 'images', rows)}${foldedForm(view, 'image', say.addImage, form)}`)
}

/** Renders a folded form below its list; open after it was refused. */
function foldedForm(view: All, act: string, name: string, form: Html): Html | null {
  if (!mayChange(view)) return null
  const isOpen = view.refusal !== null && view.given.act === act
  return html`<details class="choice"${isOpen && html` open`}><summary><b>+ ${name}</b></summary>${form}</details>`
}

function pagedList({ language, loaded, input, to }: All, name: keyof Input, rows: readonly Html[]): Html {
  const address = (page: number) => {
    const pages = Object.entries({ ...input, [name]: page }).filter(([, number]) => number > 1)
    return to('/dashboard/goods', Object.fromEntries(pages.map(([each, number]) => [each, String(number)])))
  }
  const turn = pager({ language, page: input[name], hasMore: loaded[name].length > perPage, address })
  return html`${rowList(rows, commonTexts[language].nothing)}${turn}`
}

function goodsRow(
  view: All,
  { kind, id, isActive }: { kind: 'file' | 'content' | 'image'; id: number; isActive: boolean },
  name: Html,
): Html {
  const say = goodsTexts[view.language]
  const state = chip(isActive ? 'good' : '', isActive ? say.on : say.off)
  if (!mayChange(view)) return html`<li>${name}${state}</li>`
  const button = actButton('turn', isActive ? say.switchOff : say.switchOn, 'link')
  return html`<li>${name}${inlineForm({ kind, id, on: isActive ? '0' : '1' }, [state, button])}</li>`
}

function formatSize(bytes: number): string {
  return bytes < 1_048_576 ? `${Math.ceil(bytes / 1024)} KiB` : `${(bytes / 1_048_576).toFixed(1)} MiB`
}
