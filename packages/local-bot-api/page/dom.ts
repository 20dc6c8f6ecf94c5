import { t } from './words.ts'

type Pressed<Kind extends Event> = Kind & { currentTarget: HTMLElement; target: HTMLElement }

export interface Attributes {
  onclick?: (event: Pressed<MouseEvent>) => unknown
  onkeydown?: (event: Pressed<KeyboardEvent>) => unknown
  onchange?: (event: Event & { target: HTMLInputElement }) => unknown
  onsubmit?: (event: SubmitEvent) => unknown
  onerror?: (event: Pressed<Event>) => unknown
  [name: string]: string | number | boolean | null | undefined | ((event: never) => unknown)
}

/** The children of an element. */
export type Content = Node | string | false | 0 | null | undefined | Content[]

type Tags = HTMLElementTagNameMap
type ElementFor<Tag extends string> = Tag extends keyof Tags ? Tags[Tag] : HTMLElement
/** The type of the element that `tag.class.class` creates. */
export type ElementOf<Name extends string> = Name extends `${infer Tag}.${string}` ? ElementFor<Tag> : ElementFor<Name>

/**
 * Creates an element. Texts always become text nodes, so that texts of bots and people are never parsed as HTML. A name
 * is `tag.class.class`; `on...` are listeners, `testid` is `data-testid`, false omits an attribute.
 */
export function h<Name extends string>(name: Name, attributes: Attributes = {}, ...children: Content[]) {
  const [tag, ...classes] = name.split('.')
  const element = document.createElement(tag!) as ElementOf<Name>
  if (classes.length > 0) element.className = classes.join(' ')
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === undefined || value === null) continue
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value as EventListener)
    else if (key === 'testid') element.dataset.testid = value as string
    else element.setAttribute(key, value === true ? '' : String(value))
  }
  element.append(
    ...(children.flat().filter(child => child !== undefined && child !== null && child !== false) as Node[]),
  )
  return element
}

const paths = {
  back: 'M15 5l-7 7 7 7',
  more: 'M12 5.500v.01M12 12v.01M12 18.500v.01',
  send: 'M4 12l16-8-6 16-3-7z',
  attach:
    'M19 11.500l-7.300 7.300a4.600 4.600 0 0 1-6.500-6.500l7.700-7.700a3 3 0 0 1 4.300 4.300l-7.600 7.600a1.400 ' +
    '1.400 0 0 1-2-2l7-7',
  keyboard: 'M4 7h16v10H4zM8 10.500h.01M12 10.500h.01M16 10.500h.01M8.500 14h7',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6L6 18',
  link: 'M8 16L16 8M9.500 8H16v6.500',
  copy: 'M9 9h10v10H9zM5 15V5h10',
  app: 'M5 5h14v14H5zM5 9.500h14',
  share: 'M8 12h9M13 7.500l4.500 4.500-4.500 4.500',
  save: 'M12 4v11M7.500 11L12 15.500 16.500 11M5 19.500h14',
  file: 'M7 3.500h7l4 4v13H7zM14 3.500v4h4',
  sticker: 'M5 4h14v9l-7 7H5zM19 13h-7v7',
  microphone:
    'M12 4a2.500 2.500 0 0 0-2.500 2.500v5a2.500 2.500 0 0 0 5 0v-5A2.500 2.500 0 0 0 12 4zM6.500 11a5.500 5.500 0 ' +
    '0 0 11 0M12 16.500V20',
  pin: 'M9 4h6l-.7 6 3.200 3.500H6.500L9.700 10zM12 13.500V20',
  minus: 'M5 12h14',
  plus: 'M12 5v14M5 12h14',
  down: 'M6 9.500l6 6 6-6',
  phone:
    'M6 4h3.500l1.500 4.500-2 1.500a11 11 0 0 0 5 5l1.500-2 4.500 1.500V18a2 2 0 0 1-2 2A14.500 14.500 0 0 1 4 6a2 ' +
    '2 0 0 1 2-2z',
  code: 'M9 7l-5 5 5 5M15 7l5 5-5 5',
  check: 'M4.500 12.500l4 4 9-9',
}

export type IconName = keyof typeof paths

/** Returns one of the page's own line drawings, for machines without emoji. */
export function drawIcon(name: IconName) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('class', 'icon')
  svg.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  path.setAttribute('d', paths[name])
  svg.append(path)
  return svg
}

/** Draws a picture, or a coloured disc with initials, whose colour depends on the id. */
export function drawAvatar(id: number, name: string, picture?: string | null) {
  if (picture) return h('span.avatar', { 'aria-hidden': 'true' }, h('img', { src: picture, alt: '', testid: 'avatar' }))
  const initials = [...name.trim().split(/\s+/)]
    .slice(0, 2)
    .map(word => [...word][0] ?? '')
    .join('')
    .toUpperCase()
  return h(`span.avatar.hue-${Number(id) % 7}`, { 'aria-hidden': 'true' }, initials || '?')
}

let toastTimer: number | undefined
/** Shows a short line over everything, as for a callback's answer. */
export function showToast(text: string, testid = 'toast') {
  const place = document.querySelector('.toasts')!
  place.replaceChildren(h('div.toast', { testid, role: 'status' }, text))
  clearTimeout(toastTimer)
  toastTimer = setTimeout(() => place.replaceChildren(), 4000)
}

/**
 * Opens a modal with its content. It closes on Escape, on a click outside, and when the returned function is called.
 */
export function openModal(className: string, testid: string, ...content: Content[]) {
  const dialog = h<`dialog.${string}`>(`dialog.${className}`, { testid }, ...content)
  dialog.addEventListener('close', () => dialog.remove())
  dialog.addEventListener('click', event => {
    if (event.target === dialog) dialog.close()
  })
  document.body.append(dialog)
  dialog.showModal()
  return () => dialog.close()
}

export async function copyText(text: string, message = t.copied) {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    // The clipboard is missing outside a secure context, where the old method still works.
    const field = h('textarea.offscreen', {}, text)
    document.body.append(field)
    field.select()
    document.execCommand('copy')
    field.remove()
  }
  showToast(message)
}
