import type { PressedButton, ShownFile, ShownMessage } from '../src/lib/page-json.ts'
import { fileAddress } from './api.ts'
import { type Content, drawIcon, h, type IconName, openModal } from './dom.ts'
import { renderRichText, type TextActions } from './rich-text.ts'
import { t } from './words.ts'

export interface MessageActions extends TextActions {
  onPress(message: ShownMessage, button: PressedButton, node: HTMLElement): unknown
  onRaw(message: ShownMessage): void
  onJump(id: number): void
}

type Part<Kind extends keyof ShownMessage> = NonNullable<ShownMessage[Kind]>

/** Draws a message as a bubble with its keyboard below. */
export function drawMessageBubble(message: ShownMessage, person: number, actions: MessageActions) {
  const own = message.from.id === person
  const body = [
    message.forward_origin && h('div.forwarded', {}, t.forwarded(senderName(message.forward_origin))),
    message.reply_to_message && replyQuote(message.reply_to_message, actions),
    ...messageContent(message, actions),
  ].filter(Boolean)
  const bare = (message.photo && !message.caption) || message.sticker
  return h(
    `article.message.${own ? 'own' : 'theirs'}`,
    {
      testid: `message-${message.message_id}`,
      'data-message-id': message.message_id,
      'data-by': own ? 'person' : 'bot',
    },
    h(
      `div.bubble${bare ? '.bare' : ''}${message.photo ? '.has-photo' : ''}${message.sticker ? '.has-sticker' : ''}`,
      {},
      ...body,
      bubbleFoot(message, own),
      message.reactions && reactionList(message.reactions),
      h(
        'button.raw-button',
        {
          type: 'button',
          testid: 'raw-message',
          title: t.raw,
          'aria-label': t.raw,
          onclick: () => actions.onRaw(message),
        },
        drawIcon('code'),
      ),
    ),
    message.reply_markup?.inline_keyboard && inlineKeyboard(message, message.reply_markup.inline_keyboard, actions),
  )
}

function reactionList(items: Part<'reactions'>) {
  return h('div.reactions', { testid: 'reactions' }, ...items.map(({ emoji }) => h('span', {}, emoji)))
}

function bubbleFoot(message: ShownMessage, own: boolean) {
  const at = new Date(message.date * 1000)
  return h(
    'span.foot',
    {},
    message.edited && h('span.edited', { testid: 'message-edited' }, t.edited),
    h('time', { testid: 'message-time', datetime: at.toISOString(), title: at.toLocaleString() }, formatTime(at)),
    own && drawIcon('check'),
  )
}

export const formatTime = (date: Date) => date.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })

function senderName(origin: Part<'forward_origin'>) {
  const user = origin.sender_user
  return user ? [user.first_name, user.last_name].filter(Boolean).join(' ') : (origin.sender_user_name ?? t.somebody)
}

function replyQuote(message: ShownMessage, { onJump }: MessageActions) {
  return h(
    'button.replied',
    { type: 'button', testid: 'replied', onclick: () => onJump(message.message_id) },
    h('strong', {}, message.from?.first_name ?? ''),
    h('span', {}, summarizeMessage(message)),
  )
}

/** Returns one line about a message, for lists and quotes. */
export function summarizeMessage(message: ShownMessage): string {
  const text = message.text ?? message.caption
  const kind = (Object.keys(summaries) as (keyof typeof summaries)[]).find(name => message[name])
  return kind ? (summaries[kind] as Summary)(message[kind], text)! : (text ?? t.message)
}

type Summary = (part: unknown, text?: string) => string | undefined
type Text = string | undefined

const summaries = {
  photo: (_: unknown, text: Text) => captioned(t.photo, text),
  document: ({ file_name }: ShownFile, text: Text) => captioned(file_name, text),
  sticker: ({ emoji }: Part<'sticker'>) => [emoji, t.sticker].filter(Boolean).join(' '),
  voice: (_: unknown, text: Text) => captioned(t.voice, text),
  contact: ({ first_name }: Part<'contact'>) => t.contact(first_name),
  venue: ({ title }: Part<'venue'>) => title,
  location: () => t.location,
  poll: ({ question }: Part<'poll'>) => question,
  dice: ({ emoji, value }: Part<'dice'>) => `${emoji} ${value}`,
  invoice: ({ title }: Part<'invoice'>) => t.invoice(title),
  successful_payment: ({ total_amount }: Part<'successful_payment'>) => t.paidStars(total_amount),
  refunded_payment: ({ total_amount }: Part<'refunded_payment'>) => t.refundedStars(total_amount),
}

const captioned = (name: Text, text: Text) => (text ? `${name}: ${text}` : name)

function messageContent(message: ShownMessage, actions: MessageActions) {
  const parts = (Object.keys(contents) as (keyof typeof contents)[])
    .filter(kind => message[kind])
    .map(kind => contents[kind](message as Whole))
    .filter(Boolean)
  const text = message.text ?? message.caption
  if (text !== undefined) {
    const node = h(
      'div.text',
      { testid: 'message-text', dir: 'auto' },
      ...renderRichText(text, message.entities ?? message.caption_entities, actions),
    )
    if (message.show_caption_above_media) parts.unshift(node)
    else parts.push(node)
  }
  if (parts.length === 0) parts.push(h('div.text.unknown', {}, t.notShown))
  return parts
}

/** A message that has the field which a function of `contents` draws. */
type Whole = Required<ShownMessage>
type Draw = (message: Whole) => Content

const contents = {
  photo: message => photoView(message),
  sticker: ({ sticker }) => stickerPicture(sticker),
  voice: ({ voice }) => voiceRow(voice),
  // An animation is sent as a document, too.
  document: ({ document, animation }) => !animation && documentRow(document, 'document'),
  video: ({ video }) => documentRow(video, 'video'),
  animation: ({ animation }) => documentRow(animation, 'animation'),
  audio: ({ audio }) => documentRow(audio, 'audio'),
  contact: message => contactView(message.contact),
  invoice: message => invoiceView(message.invoice),
  successful_payment: ({ successful_payment: { total_amount } }) =>
    starLine('successful-payment', t.paidStars(total_amount)),
  refunded_payment: ({ refunded_payment: { total_amount } }) =>
    starLine('refunded-payment', t.refundedStars(total_amount)),
  video_note: ({ video_note: note }) => documentRow(note, 'video_note'),
  poll: message => pollView(message.poll),
  dice: ({ dice: { emoji, value } }) => h('div.text', { testid: 'dice' }, `${emoji} ${value}`),
  venue: ({ venue }) => h('div.text', { testid: 'venue' }, h('strong', {}, venue.title), h('br'), venue.address),
  location: message => locationView(message.location),
} satisfies Partial<Record<keyof ShownMessage, Draw>>

function photoView(message: Whole) {
  const size = message.photo.at(-1)!
  const address = fileAddress(size.file_url)
  const name = decodeURIComponent(address.split('/').at(-1)!)
  const picture = h('img', {
    src: address,
    width: size.width,
    height: size.height,
    alt: message.caption ?? t.photo,
    decoding: 'async',
  })
  const hidden = message.has_media_spoiler
  return h(
    'figure.photo',
    { testid: 'photo' },
    h(
      `button.photo-open${hidden ? '.veiled' : ''}`,
      {
        type: 'button',
        'aria-label': t.openPhoto,
        onclick: event => {
          if (event.currentTarget.classList.contains('veiled')) event.currentTarget.classList.remove('veiled')
          else viewPhoto(address, name, message.caption)
        },
      },
      picture,
    ),
    h(
      'a.photo-save',
      { href: address, download: name, testid: 'photo-save', title: t.save, 'aria-label': t.savePhoto },
      drawIcon('save'),
    ),
  )
}

function viewPhoto(address: string, name: string, caption?: string) {
  const close = openModal(
    'viewer',
    'photo-viewer',
    h('img', { src: address, alt: caption ?? t.photo }),
    h(
      'div.viewer-bar',
      {},
      h('a.pill', { href: address, download: name, testid: 'viewer-save' }, drawIcon('save'), t.save),
      h('button.pill', { type: 'button', testid: 'viewer-close', onclick: () => close() }, drawIcon('close'), t.close),
    ),
  )
}

function stickerPicture({ file_url, emoji, width, height }: Part<'sticker'>) {
  return h('img.sticker', {
    testid: 'sticker',
    src: fileAddress(file_url),
    alt: [t.sticker, emoji].filter(Boolean).join(' '),
    width,
    height,
    decoding: 'async',
  })
}

function voiceRow({ file_url, duration }: Part<'voice'>) {
  const player = h('audio', { controls: true, preload: 'none', src: fileAddress(file_url), 'aria-label': t.voice })
  return h('div.voice', { testid: 'voice' }, player, duration > 0 && h('span', {}, formatDuration(duration)))
}

/** Formats seconds as a player shows them: 1:05. */
export const formatDuration = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

function documentRow(file: ShownFile, kind: string) {
  const address = fileAddress(file.file_url)
  const name = file.file_name ?? kind
  return h(
    'a.document',
    { href: address, download: name, testid: 'document', title: t.saveFile(name) },
    h('span.document-icon', {}, drawIcon('file')),
    h(
      'span.document-about',
      {},
      h('strong', {}, name),
      h('span', {}, `${sizeText(file.file_size)} · ${file.mime_type ?? kind}`),
    ),
  )
}

function sizeText(bytes = 0) {
  if (bytes < 1024) return `${bytes} B`
  return bytes < 1024 * 1024 ? `${(bytes / 1024).toFixed(1)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

function contactView(shared: Part<'contact'>) {
  const name = [shared.first_name, shared.last_name].filter(Boolean).join(' ')
  return h(
    'div.document',
    { testid: 'contact' },
    h('span.document-icon', {}, drawIcon('phone')),
    h(
      'span.document-about',
      {},
      h('strong', {}, name),
      h('span', {}, `+${String(shared.phone_number).replace(/^\+/, '')}`),
    ),
  )
}

function pollView({ question, options }: Part<'poll'>) {
  const rows = options.map(({ text }) => h('li', {}, text))
  return h('div.text', { testid: 'poll' }, h('strong', {}, question), h('ul', {}, ...rows))
}

function invoiceView({ title, description }: Part<'invoice'>) {
  return h('div.text.invoice', { testid: 'invoice' }, h('strong', {}, title), h('br'), description)
}

// It must be obvious that these are not the Stars that cost money.
const starLine = (testid: string, text: string) => h('div.text', { testid }, `${text} (${t.playStars})`)

function locationView({ latitude, longitude }: Part<'location'>) {
  const point = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
  const href = `https://maps.google.com/?q=${latitude},${longitude}`
  return h(
    'a.document',
    { testid: 'location', href, target: '_blank', rel: 'noopener noreferrer', title: t.openMap },
    h('span.document-icon', {}, drawIcon('pin')),
    h('span.document-about', {}, h('strong', {}, t.location), h('span', {}, point)),
  )
}

const buttonIcon = (button: PressedButton): IconName | undefined => {
  if (button.url || button.login_url) return 'link'
  if (button.copy_text) return 'copy'
  if (button.web_app) return 'app'
  if (button.switch_inline_query !== undefined || button.switch_inline_query_current_chat !== undefined) return 'share'
  return undefined
}

/** Icons for buttons without a text, drawn for machines without emoji; screen readers still get the characters. */
const drawnSigns: Record<string, IconName> = { '➕': 'plus', '➖': 'minus' }

function buttonLabel(button: PressedButton, message: ShownMessage) {
  if (button.pay && message.invoice) return t.payStars(message.invoice.total_amount)
  const sign = drawnSigns[button.text]
  return sign ? [drawIcon(sign), h('span.unseen', {}, button.text)] : button.text
}

function inlineKeyboard(message: ShownMessage, keyboard: PressedButton[][], { onPress }: MessageActions) {
  const rows = keyboard.map(row =>
    h(
      'div.inline-row',
      {},
      ...row.map(button => {
        const corner = buttonIcon(button)
        return h(
          `button.inline-button${button.style ? `.style-${button.style}` : ''}`,
          {
            type: 'button',
            testid: 'inline-button',
            'data-text': button.text,
            'data-style': button.style,
            title: button.url ?? button.copy_text?.text,
            onclick: event => onPress(message, button, event.currentTarget),
          },
          h('span.label', {}, buttonLabel(button, message)),
          corner && drawIcon(corner),
        )
      }),
    ),
  )
  return h('div.inline-keyboard', { testid: 'inline-keyboard' }, ...rows)
}
