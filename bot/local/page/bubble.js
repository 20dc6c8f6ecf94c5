import { fileAddress } from './api.js'
import { h, icon, openModal } from './dom.js'
import { richText } from './rich-text.js'

/**
 * One message as a bubble with its keyboard under it.
 *
 * @param {object} message a Bot API message as the control shows it
 * @param {{onPress, onLink, onCommand, onRaw, onJump}} actions
 */
export function bubble(message, person, actions) {
  const own = message.from.id === person
  const body = [
    message.forward_origin && h('div.forwarded', {}, `Forwarded from ${senderName(message.forward_origin)}`),
    message.reply_to_message && replied(message.reply_to_message, actions),
    ...content(message, actions),
  ].filter(Boolean)
  const bare = message.photo && !message.caption
  return h(
    `article.message.${own ? 'own' : 'theirs'}`,
    {
      testid: `message-${message.message_id}`,
      'data-message-id': message.message_id,
      'data-by': own ? 'person' : 'bot',
    },
    h(
      `div.bubble${bare ? '.bare' : ''}${message.photo ? '.has-photo' : ''}`,
      {},
      ...body,
      foot(message, own),
      h(
        'button.raw-button',
        {
          type: 'button',
          testid: 'raw-message',
          title: 'Raw JSON',
          'aria-label': 'Raw JSON',
          onclick: () => actions.onRaw(message),
        },
        icon('code'),
      ),
    ),
    message.reply_markup?.inline_keyboard && inlineKeyboard(message, actions),
  )
}

function foot(message, own) {
  const at = new Date(message.date * 1000)
  return h(
    'span.foot',
    {},
    message.edited && h('span.edited', { testid: 'message-edited' }, 'edited '),
    h('time', { testid: 'message-time', datetime: at.toISOString(), title: at.toLocaleString() }, shortTime(at)),
    own && icon('check'),
  )
}

export const shortTime = at => at.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })

function senderName(origin) {
  const user = origin.sender_user
  return user ? [user.first_name, user.last_name].filter(Boolean).join(' ') : (origin.sender_user_name ?? 'somebody')
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
  if (message.photo) return text ? `Photo: ${text}` : 'Photo'
  if (message.document) return text ? `${message.document.file_name}: ${text}` : message.document.file_name
  if (message.contact) return `Contact: ${message.contact.first_name}`
  if (message.location) return 'Location'
  if (message.invoice) return `Invoice: ${message.invoice.title}`
  if (message.successful_payment) return `Paid ⭐️ ${message.successful_payment.total_amount}`
  if (message.refunded_payment) return `Refunded ⭐️ ${message.refunded_payment.total_amount}`
  return text ?? 'Message'
}

function content(message, actions) {
  const parts = []
  if (message.photo) parts.push(photo(message))
  for (const kind of ['document', 'video', 'animation', 'audio', 'voice']) {
    if (message[kind] && !(kind === 'document' && message.animation)) parts.push(documentRow(message[kind], kind))
  }
  if (message.contact) parts.push(contact(message.contact))
  if (message.invoice) parts.push(invoice(message.invoice))
  if (message.successful_payment)
    parts.push(starLine('successful-payment', `Paid ⭐️ ${message.successful_payment.total_amount} (play money)`))
  if (message.refunded_payment)
    parts.push(starLine('refunded-payment', `Refunded ⭐️ ${message.refunded_payment.total_amount} (play money)`))
  if (message.location) parts.push(location(message.location))
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
  if (parts.length === 0) parts.push(h('div.text.unknown', {}, 'This kind of message is not shown; see its raw JSON'))
  return parts
}

function photo(message) {
  const size = message.photo.at(-1)
  const address = fileAddress(size.file_url)
  const name = decodeURIComponent(address.split('/').at(-1))
  const picture = h('img', {
    src: address,
    width: size.width,
    height: size.height,
    alt: message.caption ?? 'Photo',
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
        'aria-label': 'Open the photo',
        onclick: event => {
          if (event.currentTarget.classList.contains('veiled')) event.currentTarget.classList.remove('veiled')
          else viewPhoto(address, name, message.caption)
        },
      },
      picture,
    ),
    h(
      'a.photo-save',
      { href: address, download: name, testid: 'photo-save', title: 'Save', 'aria-label': 'Save the photo' },
      icon('save'),
    ),
  )
}

function viewPhoto(address, name, caption) {
  const close = openModal(
    'viewer',
    'photo-viewer',
    h('img', { src: address, alt: caption ?? 'Photo' }),
    h(
      'div.viewer-bar',
      {},
      h('a.pill', { href: address, download: name, testid: 'viewer-save' }, icon('save'), 'Save'),
      h('button.pill', { type: 'button', testid: 'viewer-close', onclick: () => close() }, icon('close'), 'Close'),
    ),
  )
}

function documentRow(file, kind) {
  const address = fileAddress(file.file_url)
  const name = file.file_name ?? kind
  return h(
    'a.document',
    { href: address, download: name, testid: 'document', title: `Save ${name}` },
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

function invoice({ title, description }) {
  return h('div.text.invoice', { testid: 'invoice' }, h('strong', {}, title), h('br'), description)
}

const starLine = (testid, words) => h('div.text', { testid }, words)

function location({ latitude, longitude }) {
  return h('div.text', { testid: 'location' }, `Location ${latitude.toFixed(5)}, ${longitude.toFixed(5)}`)
}

const buttonIcon = button => {
  if (button.url || button.login_url) return 'link'
  if (button.copy_text) return 'copy'
  if (button.web_app) return 'app'
  if (button.switch_inline_query !== undefined || button.switch_inline_query_current_chat !== undefined) return 'share'
  return undefined
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
          h('span.label', {}, button.text),
          corner && icon(corner),
        )
      }),
    ),
  )
  return h('div.inline-keyboard', { testid: 'inline-keyboard' }, ...rows)
}
