import { fileAddress } from './api.js'
import { h, icon, openModal } from './dom.js'
import { richText } from './rich-text.js'
import { say } from './words.js'

/**
 * One message as a bubble with its keyboard under it.
 *
 * @param {object} message a Bot API message as the control shows it
 * @param {{onPress, onLink, onCommand, onRaw, onJump}} actions
 */
export function bubble(message, person, actions) {
  const own = message.from.id === person
  const body = [
    message.forward_origin && h('div.forwarded', {}, say.forwarded(senderName(message.forward_origin))),
    message.reply_to_message && replied(message.reply_to_message, actions),
    ...content(message, actions),
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
      foot(message, own),
      message.reactions && reactions(message.reactions),
      h(
        'button.raw-button',
        {
          type: 'button',
          testid: 'raw-message',
          title: say.raw,
          'aria-label': say.raw,
          onclick: () => actions.onRaw(message),
        },
        icon('code'),
      ),
    ),
    message.reply_markup?.inline_keyboard && inlineKeyboard(message, actions),
  )
}

function reactions(given) {
  return h('div.reactions', { testid: 'reactions' }, ...given.map(({ emoji }) => h('span', {}, emoji)))
}

function foot(message, own) {
  const at = new Date(message.date * 1000)
  return h(
    'span.foot',
    {},
    message.edited && h('span.edited', { testid: 'message-edited' }, say.edited),
    h('time', { testid: 'message-time', datetime: at.toISOString(), title: at.toLocaleString() }, shortTime(at)),
    own && icon('check'),
  )
}

export const shortTime = at => at.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })

function senderName(origin) {
  const user = origin.sender_user
  return user ? [user.first_name, user.last_name].filter(Boolean).join(' ') : (origin.sender_user_name ?? say.somebody)
}

function replied(message, { onJump }) {
  return h(
    'button.replied',
    { type: 'button', testid: 'replied', onclick: () => onJump(message.message_id) },
    h('strong', {}, message.from?.first_name ?? ''),
    h('span', {}, summary(message)),
  )
}

/** One line about a message, for lists and quotes. */
export function summary(message) {
  const text = message.text ?? message.caption
  const kind = Object.keys(summaries).find(name => message[name])
  return kind ? summaries[kind](message[kind], text) : (text ?? say.message)
}

const summaries = {
  photo: (_, text) => captioned(say.photo, text),
  document: ({ file_name }, text) => captioned(file_name, text),
  sticker: ({ emoji }) => [emoji, say.sticker].filter(Boolean).join(' '),
  voice: (_, text) => captioned(say.voice, text),
  contact: ({ first_name }) => say.contact(first_name),
  venue: ({ title }) => title,
  location: () => say.location,
  poll: ({ question }) => question,
  dice: ({ emoji, value }) => `${emoji} ${value}`,
  invoice: ({ title }) => say.invoice(title),
  successful_payment: ({ total_amount }) => say.paidStars(total_amount),
  refunded_payment: ({ total_amount }) => say.refundedStars(total_amount),
}

const captioned = (name, text) => (text ? `${name}: ${text}` : name)

function content(message, actions) {
  const parts = Object.keys(contents)
    .filter(kind => message[kind])
    .map(kind => contents[kind](message))
    .filter(Boolean)
  const text = message.text ?? message.caption
  if (text !== undefined) {
    const node = h(
      'div.text',
      { testid: 'message-text', dir: 'auto' },
      ...richText(text, message.entities ?? message.caption_entities, actions.onLink, actions.onCommand),
    )
    if (message.show_caption_above_media) parts.unshift(node)
    else parts.push(node)
  }
  if (parts.length === 0) parts.push(h('div.text.unknown', {}, say.notShown))
  return parts
}

const contents = {
  photo: message => photo(message),
  sticker: ({ sticker }) => stickerPicture(sticker),
  voice: ({ voice }) => voiceRow(voice),
  // An animation is sent as a document, too.
  document: ({ document, animation }) => !animation && documentRow(document, 'document'),
  video: ({ video }) => documentRow(video, 'video'),
  animation: ({ animation }) => documentRow(animation, 'animation'),
  audio: ({ audio }) => documentRow(audio, 'audio'),
  contact: message => contact(message.contact),
  invoice: message => invoice(message.invoice),
  successful_payment: ({ successful_payment: { total_amount } }) =>
    starLine('successful-payment', say.paidStars(total_amount)),
  refunded_payment: ({ refunded_payment: { total_amount } }) =>
    starLine('refunded-payment', say.refundedStars(total_amount)),
  video_note: ({ video_note: note }) => documentRow(note, 'video_note'),
  poll: message => poll(message.poll),
  dice: ({ dice: { emoji, value } }) => h('div.text', { testid: 'dice' }, `${emoji} ${value}`),
  venue: ({ venue }) => h('div.text', { testid: 'venue' }, h('strong', {}, venue.title), h('br'), venue.address),
  location: message => location(message.location),
}

function photo(message) {
  const size = message.photo.at(-1)
  const address = fileAddress(size.file_url)
  const name = decodeURIComponent(address.split('/').at(-1))
  const picture = h('img', {
    src: address,
    width: size.width,
    height: size.height,
    alt: message.caption ?? say.photo,
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
        'aria-label': say.openPhoto,
        onclick: event => {
          if (event.currentTarget.classList.contains('veiled')) event.currentTarget.classList.remove('veiled')
          else viewPhoto(address, name, message.caption)
        },
      },
      picture,
    ),
    h(
      'a.photo-save',
      { href: address, download: name, testid: 'photo-save', title: say.save, 'aria-label': say.savePhoto },
      icon('save'),
    ),
  )
}

function viewPhoto(address, name, caption) {
  const close = openModal(
    'viewer',
    'photo-viewer',
    h('img', { src: address, alt: caption ?? say.photo }),
    h(
      'div.viewer-bar',
      {},
      h('a.pill', { href: address, download: name, testid: 'viewer-save' }, icon('save'), say.save),
      h('button.pill', { type: 'button', testid: 'viewer-close', onclick: () => close() }, icon('close'), say.close),
    ),
  )
}

function stickerPicture({ file_url, emoji, width, height }) {
  return h('img.sticker', {
    testid: 'sticker',
    src: fileAddress(file_url),
    alt: [say.sticker, emoji].filter(Boolean).join(' '),
    width,
    height,
    decoding: 'async',
  })
}

function voiceRow({ file_url, duration }) {
  const player = h('audio', { controls: true, preload: 'none', src: fileAddress(file_url), 'aria-label': say.voice })
  return h('div.voice', { testid: 'voice' }, player, duration > 0 && h('span', {}, durationText(duration)))
}

/** Seconds as a player shows them: 1:05. */
export const durationText = seconds => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

function documentRow(file, kind) {
  const address = fileAddress(file.file_url)
  const name = file.file_name ?? kind
  return h(
    'a.document',
    { href: address, download: name, testid: 'document', title: say.saveFile(name) },
    h('span.document-icon', {}, icon('file')),
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

function contact(shared) {
  const name = [shared.first_name, shared.last_name].filter(Boolean).join(' ')
  return h(
    'div.document',
    { testid: 'contact' },
    h('span.document-icon', {}, icon('phone')),
    h(
      'span.document-about',
      {},
      h('strong', {}, name),
      h('span', {}, `+${String(shared.phone_number).replace(/^\+/, '')}`),
    ),
  )
}

function poll({ question, options }) {
  const rows = options.map(({ text }) => h('li', {}, text))
  return h('div.text', { testid: 'poll' }, h('strong', {}, question), h('ul', {}, ...rows))
}

function invoice({ title, description }) {
  return h('div.text.invoice', { testid: 'invoice' }, h('strong', {}, title), h('br'), description)
}

// It must be plain that these are not the Stars that cost money.
const starLine = (testid, text) => h('div.text', { testid }, `${text} (${say.playStars})`)

function location({ latitude, longitude }) {
  const point = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
  const href = `https://maps.google.com/?q=${latitude},${longitude}`
  return h(
    'a.document',
    { testid: 'location', href, target: '_blank', rel: 'noopener noreferrer', title: say.openMap },
    h('span.document-icon', {}, icon('pin')),
    h('span.document-about', {}, h('strong', {}, say.location), h('span', {}, point)),
  )
}

const buttonIcon = button => {
  if (button.url || button.login_url) return 'link'
  if (button.copy_text) return 'copy'
  if (button.web_app) return 'app'
  if (button.switch_inline_query !== undefined || button.switch_inline_query_current_chat !== undefined) return 'share'
  return undefined
}

/**
 * Signs that stand alone on a button, drawn for machines that have no emoji; their text stays for everybody who reads
 * it.
 */
const drawnSigns = { '➕': 'plus', '➖': 'minus' }

function labelOf(button, message) {
  if (button.pay && message.invoice) return say.payStars(message.invoice.total_amount)
  const sign = drawnSigns[button.text]
  return sign ? [icon(sign), h('span.unseen', {}, button.text)] : button.text
}

function inlineKeyboard(message, { onPress }) {
  const rows = message.reply_markup.inline_keyboard.map(row =>
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
          h('span.label', {}, labelOf(button, message)),
          corner && icon(corner),
        )
      }),
    ),
  )
  return h('div.inline-keyboard', { testid: 'inline-keyboard' }, ...rows)
}
