import { h, icon } from './dom.js'

/** The file that goes out with the next message: `input` chooses it, `preview` shows it. `onPick` is called when one is chosen. */
export function createAttachment(onPick) {
  let picked
  const input = h('input.offscreen', {
    type: 'file',
    testid: 'attach-input',
    'aria-label': 'Attach a file',
    tabindex: -1,
  })
  const preview = h('div.attach-preview', { testid: 'attach-preview', hidden: true })
  input.addEventListener('change', () => pick(input.files[0]))

  function pick(file) {
    if (!file) return
    const isPicture = /^image\/(png|jpeg|webp|gif)$/.test(file.type)
    picked = { kind: isPicture ? 'photo' : 'document', file }
    const change = event => {
      picked.kind = event.target.checked ? 'photo' : 'document'
    }
    const asPhoto = h('input', { type: 'checkbox', checked: isPicture, onchange: change })
    preview.replaceChildren(
      icon('file'),
      h('span', {}, file.name),
      isPicture && h('label', {}, asPhoto, 'as a photo'),
      h('button.icon-button', { type: 'button', 'aria-label': 'Leave it out', onclick: clear }, icon('close')),
    )
    preview.hidden = false
    onPick()
  }

  function clear() {
    picked = undefined
    input.value = ''
    preview.hidden = true
  }

  return {
    input,
    preview,
    /** The chosen `{ kind, file }`, which is forgotten; undefined when none is chosen. */
    take() {
      const taken = picked
      if (taken) clear()
      return taken
    },
  }
}
