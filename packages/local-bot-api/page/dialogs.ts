import type { InlineResult } from '../src/lib/page-json.ts'
import { copyText, drawIcon, h, openModal } from './dom.ts'
import { app, drawer } from './state.ts'
import { t } from './words.ts'

export function showAlert(text: string) {
  const close = openModal(
    'box',
    'alert',
    h('p', { testid: 'alert-text' }, text),
    h(
      'div.box-row',
      {},
      h('button.plain-button', { type: 'button', testid: 'alert-ok', autofocus: true, onclick: () => close() }, t.ok),
    ),
  )
}

export function showConfirmation(question: string, yes: string) {
  return new Promise<boolean>(resolve => {
    let agreed = false
    const close = openModal(
      'box',
      'confirm',
      h('p', {}, question),
      h(
        'div.box-row',
        {},
        h('button.plain-button', { type: 'button', testid: 'confirm-no', onclick: () => close() }, t.cancel),
        h(
          'button.plain-button',
          {
            type: 'button',
            testid: 'confirm-yes',
            autofocus: true,
            onclick: () => {
              agreed = true
              close()
            },
          },
          yes,
        ),
      ),
    )
    document.querySelector('dialog[data-testid=confirm]')!.addEventListener('close', () => resolve(agreed))
  })
}

/** Removes a picture that cannot be loaded. */
const dropPicture = ({ currentTarget }: { currentTarget: HTMLElement }) => currentTarget.remove()

/** Returns the id of the chosen inline result, or null. */
export function chooseResult(results: InlineResult[], none: string) {
  return new Promise<string | null>(resolve => {
    let chosen: string | null = null
    const row = ({ id, title, description, thumbnail_url: thumbnail }: InlineResult) =>
      h(
        'button.plain-button.inline-result',
        {
          type: 'button',
          testid: 'inline-result',
          onclick: () => {
            chosen = id
            close()
          },
        },
        thumbnail && h('img', { src: thumbnail, alt: '', width: 48, height: 48, onerror: dropPicture }),
        h('span', {}, description ? `${title} · ${description}` : title),
      )
    const close = openModal(
      'box',
      'inline-results',
      ...(results.length === 0 ? [h('p', {}, none)] : results.map(row)),
      h(
        'div.box-row',
        {},
        h('button.plain-button', { type: 'button', testid: 'inline-close', onclick: () => close() }, t.cancel),
      ),
    )
    document.querySelector('dialog[data-testid=inline-results]')!.addEventListener('close', () => resolve(chosen))
  })
}

export function showRaw(value: object, title: string) {
  const json = JSON.stringify(value, null, 2)
  drawer.hidden = false
  app.classList.add('with-drawer')
  drawer.replaceChildren(
    h(
      'header.drawer-head',
      {},
      h('strong', {}, title),
      h(
        'button.icon-button',
        { type: 'button', 'aria-label': t.copy, title: t.copy, onclick: () => copyText(json) },
        drawIcon('copy'),
      ),
      h(
        'button.icon-button',
        { type: 'button', testid: 'raw-close', 'aria-label': t.close, onclick: closeRaw },
        drawIcon('close'),
      ),
    ),
    h('pre', { testid: 'raw-json', tabindex: 0 }, json),
  )
}

function closeRaw() {
  drawer.hidden = true
  app.classList.remove('with-drawer')
}
