import { drawIcon, h } from './dom.ts'
import { t } from './words.ts'

/** The kinds of message, besides a document, in which a file can be sent, with their labels. */
const otherKinds = [
  { kind: 'photo', type: /^image\/(png|jpeg|webp|gif)$/, words: t.asPhoto },
  { kind: 'voice', type: /^audio\//, words: t.asVoice },
]

export interface PickedFile {
  kind: string
  file: File
}

/**
 * Creates the attachment of the next message: `input` chooses a file, `preview` shows it. `onChange` is called when a
 * file is chosen or removed.
 */
export function createAttachment(onChange: () => void) {
  let picked: PickedFile | undefined
  const input = h('input.offscreen', {
    type: 'file',
    testid: 'attach-input',
    'aria-label': t.attachFile,
    tabindex: -1,
  })
  const preview = h('div.attach-preview', { testid: 'attach-preview', hidden: true })
  input.addEventListener('change', () => pickFile(input.files![0]))

  function pickFile(file?: File) {
    if (!file) return
    const other = otherKinds.find(({ type }) => type.test(file.type))
    picked = { kind: other?.kind ?? 'document', file }
    const change = (event: Event & { target: HTMLInputElement }) => {
      picked!.kind = event.target.checked ? other!.kind : 'document'
    }
    const choice =
      other && h('label', {}, h('input', { type: 'checkbox', checked: true, onchange: change }), other.words)
    const leave = h(
      'button.icon-button',
      { type: 'button', 'aria-label': t.leaveOut, onclick: clearFile },
      drawIcon('close'),
    )
    preview.replaceChildren(
      ...[drawIcon('file'), h('span', {}, file.name), choice, leave].filter(part => part !== undefined),
    )
    preview.hidden = false
    onChange()
  }

  function clearFile() {
    picked = undefined
    input.value = ''
    preview.hidden = true
    onChange()
  }

  return {
    input,
    preview,
    /** Returns the chosen `{ kind, file }` and resets it; undefined without a file. */
    take() {
      const taken = picked
      if (taken) clearFile()
      return taken
    },
  }
}
