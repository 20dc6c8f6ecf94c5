import type { ChatView, ReplyButton } from '../src/lib/page-json.ts'
import { encodeFile, type SentFile } from './api.ts'
import { openAttachMenu } from './attach-menu.ts'
import { createAttachment, type PickedFile } from './attachment.ts'
import { createCommandList } from './command-list.ts'
import { drawIcon, h, showToast } from './dom.ts'
import { createReplyKeyboard } from './reply-keyboard.ts'
import { createStickers } from './stickers.ts'
import { createVoiceRecorder } from './voice.ts'
import { t } from './words.ts'

const linesMax = 6

/** The person's actions, each of which reports its own failure. */
export interface ComposerActions {
  onSend(text: string): Promise<unknown>
  onFile(kind: string, file: SentFile, caption?: string): Promise<unknown>
  onStart(): Promise<unknown>
  onUnblock(): Promise<unknown>
  onReplyButton(button: ReplyButton): Promise<boolean>
  onLocation(): Promise<unknown>
  onContact(): Promise<unknown>
  onApp(url: string): Promise<unknown>
}

/**
 * The bottom of a chat: START before the first message, UNBLOCK while blocked. Otherwise it shows the field with the
 * commands, the reply keyboard and files. `show(chat, payload)` updates it.
 */
export class Composer {
  #handlers: ComposerActions
  #chat!: ChatView
  #input = h('textarea.composer-input', {
    testid: 'composer-input',
    rows: 1,
    placeholder: t.message,
    'aria-label': t.message,
    maxlength: 4096,
    dir: 'auto',
  })
  #menu = h('button.icon-button.menu-button', {
    type: 'button',
    testid: 'menu-button',
    'aria-label': t.commands,
    onclick: () => this.#openCommands(),
  })
  #attachment = createAttachment(() => {
    this.#input.focus()
    this.#offerSending()
  })
  #stickers = createStickers(file => this.#handlers.onFile('sticker', file).catch(() => {}))
  #voice = createVoiceRecorder(file => this.#handlers.onFile('voice', file).catch(() => {}))
  #send = h(
    'button.icon-button.send',
    { type: 'submit', testid: 'send-button', 'aria-label': t.send },
    drawIcon('send'),
  )
  #commands = createCommandList(command => {
    this.#clear()
    this.#handlers.onSend(command).catch(() => {})
  })
  #keyboard: ReturnType<typeof createReplyKeyboard>
  #form: HTMLFormElement
  #startButton: HTMLElement
  #unblockButton: HTMLElement
  element: HTMLElement

  constructor(handlers: ComposerActions) {
    this.#handlers = handlers
    this.#keyboard = createReplyKeyboard(handlers.onReplyButton)
    this.#startButton = bigButton('start-button', t.start, handlers.onStart)
    this.#unblockButton = bigButton('unblock-button', t.unblock, handlers.onUnblock)
    this.#form = this.#makeForm()
    this.element = h(
      'div.composer',
      {},
      this.#commands.element,
      this.#attachment.preview,
      this.#stickers.element,
      this.#form,
      this.#voice.element,
      this.#startButton,
      this.#unblockButton,
      this.#keyboard.element,
    )
    this.#offerSending()
    this.#input.addEventListener('input', () => {
      this.#grow()
      this.#offerSending()
      this.#drawCommands()
    })
    this.#input.addEventListener('keydown', event => this.#onKey(event))
  }

  show(chat: ChatView, payload: string) {
    this.#chat = chat
    const needsStart = !chat.started || payload !== ''
    this.#unblockButton.hidden = !chat.blocked
    this.#startButton.hidden = chat.blocked || !needsStart
    this.#startButton.replaceChildren(t.start, ...(payload === '' ? [] : [h('small', {}, payload)]))
    this.#form.hidden = chat.blocked || needsStart
    if (this.#form.hidden) this.closeCommands()
    const isApp = chat.menu_button.type === 'web_app'
    this.#menu.replaceChildren(drawIcon(isApp ? 'app' : 'menu'), h('span', {}, isApp ? chat.menu_button.text! : t.menu))
    this.#menu.hidden = !isApp && chat.commands.length === 0
    this.#input.placeholder = chat.keyboard?.input_field_placeholder ?? t.message
    this.#keyboard.update(chat)
  }

  focus() {
    if (matchMedia('(min-width: 721px)').matches && !this.#form.hidden) this.#input.focus()
  }

  write(text: string) {
    this.#input.value = text
    this.#grow()
    this.#offerSending()
    this.#input.focus()
  }

  closeCommands() {
    this.#commands.close()
    this.#stickers.element.hidden = true
  }

  #makeForm() {
    const { input: file } = this.#attachment
    const attach = h(
      'button.icon-button',
      {
        type: 'button',
        testid: 'attach-button',
        'aria-label': t.attach,
        onclick: () =>
          openAttachMenu({
            chooseFile: () => file.click(),
            shareLocation: this.#handlers.onLocation,
            shareContact: this.#handlers.onContact,
          }),
      },
      drawIcon('attach'),
    )
    const { toggle } = this.#keyboard
    const tools = [this.#stickers.button, toggle, attach, file, this.#voice.button, this.#send]
    return h('form.composer-row', { onsubmit: event => this.#submit(event) }, this.#menu, this.#input, ...tools)
  }

  #onKey(event: KeyboardEvent) {
    if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) this.#submit(event)
    else if (event.key === 'Escape') this.#commands.close()
  }

  #submit(event: Event) {
    event.preventDefault()
    const text = this.#input.value.trim()
    const picked = this.#attachment.take()
    if (picked) this.#sendFile(picked, text).catch(error => showToast(error.message))
    else if (text !== '') {
      this.#clear()
      this.#handlers.onSend(text).catch(() => this.write(text))
    }
  }

  async #sendFile({ kind, file }: PickedFile, caption: string) {
    this.#clear()
    await this.#handlers.onFile(kind, await encodeFile(file), caption).catch(() => {})
  }

  #clear() {
    this.#input.value = ''
    this.closeCommands()
    this.#grow()
    this.#offerSending()
  }

  /** Offers a voice note while the field is empty and no file is chosen. */
  #offerSending() {
    const isEmpty = this.#input.value.trim() === '' && this.#attachment.preview.hidden
    this.#send.hidden = isEmpty
    this.#voice.button.hidden = !isEmpty
  }

  #grow() {
    this.#input.rows = Math.min(this.#input.value.split('\n').length, linesMax)
  }

  #openCommands() {
    const { menu_button: button } = this.#chat
    if (button.type === 'web_app') this.#handlers.onApp(button.web_app!.url).catch(() => {})
    else if (this.#commands.element.hidden) this.#drawCommands('/')
    else this.#commands.close()
  }

  #drawCommands(written = this.#input.value) {
    this.#commands.draw(this.#chat.commands, written)
  }
}

function bigButton(testid: string, text: string, onclick: () => unknown) {
  return h('button.big-button', { type: 'button', testid, onclick: () => onclick() }, text)
}
