import type { Entity } from '../src/lib/page-json.ts'
import { copyText, h } from './dom.ts'
import { t } from './words.ts'

export interface TextActions {
  onLink(url: string): boolean
  onCommand(command: string): unknown
}

interface Range {
  begin: number
  end: number
  entities: Entity[]
}

type Nodes = (Node | string)[]
type Wrapper = (entity: Entity, text: string, children: Nodes, actions: TextActions) => Node

/**
 * Renders a text with its entities as nodes. Entities may nest; each character's innermost wrapper is created once per
 * run. `onLink` returns true if the page opened the link itself.
 */
export function renderRichText(text: string, entities: Entity[] | undefined, actions: TextActions) {
  return renderRange(text, { begin: 0, end: text.length, entities: [...(entities ?? [])] }, actions)
}

function renderRange(text: string, { begin, end, entities }: Range, actions: TextActions) {
  const nodes: Nodes = []
  let at = begin
  while (at < end) {
    const index = entities.findIndex(entity => entity.offset >= at && entity.offset < end)
    if (index < 0) break
    const entity = entities[index]!
    if (entity.offset > at) nodes.push(text.slice(at, entity.offset))
    const stop = Math.min(entity.offset + entity.length, end)
    const inner = entities.slice(index + 1).filter(other => other.offset < stop)
    const children = renderRange(text, { begin: entity.offset, end: stop, entities: inner }, actions)
    nodes.push(wrapEntity(entity, text.slice(entity.offset, stop), children, actions))
    entities = entities.slice(index + 1).filter(other => other.offset >= stop)
    at = stop
  }
  if (at < end) nodes.push(text.slice(at, end))
  return nodes
}

const plain: Record<string, string> = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strikethrough: 's',
  blockquote: 'blockquote',
  hashtag: 'span.tinted',
  cashtag: 'span.tinted',
  text_mention: 'span.tinted',
}

const wrappers: Record<string, Wrapper> = {
  code: (_, text, children) => copyableCode('code.tap-code', text, children),
  pre: (_, text, children) => copyableCode('pre.tap-code', text, children),
  spoiler: (_entity, _text, children) => spoilerText(children),
  expandable_blockquote: (_entity, _text, children) => expandableQuote(children),
  date_time: (entity, text) => timeNode(entity, text),
  bot_command: (_entity, text, _children, actions) => commandButton(text, actions),
  text_link: ({ url }, _text, children, actions) => linkText(url!, children, actions),
  url: (_, text, children, actions) =>
    linkText(/^[a-z]+:\/\//i.test(text) ? text : `http://${text}`, children, actions),
  email: (_, text, children, actions) => linkText(`mailto:${text}`, children, actions),
  mention: (_, text, children, actions) => linkText(`https://t.me/${text.slice(1)}`, children, actions),
}

function wrapEntity(entity: Entity, text: string, children: Nodes, actions: TextActions) {
  const wrapper = wrappers[entity.type]
  return wrapper ? wrapper(entity, text, children, actions) : h(plain[entity.type] ?? 'span', {}, ...children)
}

function copyableCode(name: string, text: string, children: Nodes) {
  return h(name, { testid: 'code', title: t.tapToCopy, onclick: () => copyText(text) }, ...children)
}

function spoilerText(children: Nodes) {
  return h(
    'span.spoiler',
    {
      testid: 'spoiler',
      role: 'button',
      tabindex: 0,
      title: t.show,
      onclick: event => event.currentTarget.classList.add('shown'),
      onkeydown: event => event.key === 'Enter' && event.currentTarget.classList.add('shown'),
    },
    ...children,
  )
}

function expandableQuote(children: Nodes) {
  return h(
    'blockquote.expandable',
    {
      testid: 'expandable-quote',
      title: t.showAll,
      onclick: event => {
        if (!event.target.closest('a, code')) event.currentTarget.classList.toggle('open')
      },
    },
    ...children,
  )
}

function commandButton(text: string, { onCommand }: TextActions) {
  return h('button.inline-command', { type: 'button', testid: 'command-link', onclick: () => onCommand(text) }, text)
}

/** Returns an address that may become a link: only web, mail and phone addresses may. */
export function toSafeLink(url: string) {
  try {
    const parsed = new URL(url)
    return ['http:', 'https:', 'mailto:', 'tel:', 'tg:'].includes(parsed.protocol) ? parsed.href : undefined
  } catch {
    return undefined
  }
}

function linkText(url: string, children: Nodes, { onLink }: TextActions) {
  const href = toSafeLink(url)
  if (href === undefined) return h('span.tinted', {}, ...children)
  return h(
    'a',
    {
      href,
      target: '_blank',
      rel: 'noopener noreferrer',
      title: href,
      onclick: event => {
        if (onLink(href)) event.preventDefault()
      },
    },
    ...children,
  )
}

/**
 * Renders a time in the reader's time zone, relative to the shop's clock. The format letters are `r` relative, `w`
 * weekday, `d` `D` date, `t` `T` time.
 */
function timeNode(entity: Entity, text: string) {
  const format = entity.date_time_format ?? ''
  const moment = new Date(entity.unix_time! * 1000)
  const node = h('time.tg-time', {
    testid: 'tg-time',
    datetime: moment.toISOString(),
    title: moment.toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'medium' }),
  })
  if (format === 'r') {
    node.dataset.unix = `${entity.unix_time}`
    node.textContent = formatRelative(entity.unix_time!)
  } else node.textContent = format === '' ? text : formatAbsolute(moment, format)
  return node
}

function formatAbsolute(moment: Date, format: string) {
  const options: Intl.DateTimeFormatOptions = {}
  if (format.includes('w')) options.weekday = 'long'
  if (format.includes('d')) Object.assign(options, { day: 'numeric', month: 'numeric', year: 'numeric' })
  if (format.includes('D')) Object.assign(options, { day: 'numeric', month: 'long', year: 'numeric' })
  if (/t/i.test(format)) Object.assign(options, { hour: '2-digit', minute: '2-digit' })
  if (format.includes('T')) options.second = '2-digit'
  return new Intl.DateTimeFormat(undefined, options).format(moment)
}

/** The time by which the shop's clock is ahead of this browser's, because a test changes only the shop's. */
let aheadMs = 0

export function setClock(nowMs: number) {
  aheadMs = nowMs - Date.now()
  refreshTimes()
}

function formatRelative(unix: number) {
  const seconds = unix - Math.floor((Date.now() + aheadMs) / 1000)
  const words = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })
  for (const [unit, length] of [
    ['day', 86_400],
    ['hour', 3600],
    ['minute', 60],
  ] as const) {
    if (Math.abs(seconds) >= length) return words.format(Math.round(seconds / length), unit)
  }
  return words.format(seconds, 'second')
}

/** Updates the relative times on the page; called every second. */
export function refreshTimes() {
  for (const node of document.querySelectorAll<HTMLElement>('time[data-unix]')) {
    const text = formatRelative(Number(node.dataset.unix))
    if (node.textContent !== text) node.textContent = text
  }
}
