import type { ChatInList, ControlWrites, ShownPerson } from '../src/lib/page-json.ts'
import { fileAddress } from './api.ts'
import { formatTime, summarizeMessage } from './bubble.ts'
import { copyText, drawAvatar, drawIcon, h, openModal, showToast } from './dom.ts'
import type { State } from './state.ts'
import { t } from './words.ts'

const switcher = document.querySelector('.person-switcher')!
const newBot = document.querySelector<HTMLElement>('[data-testid=new-bot]')!
const list = document.querySelector('.bot-list')!
newBot.append(drawIcon('plus'))
newBot.title = t.newBot
newBot.setAttribute('aria-label', t.newBot)
switcher.closest('aside')!.setAttribute('aria-label', t.chats)
document.querySelector('.side-foot')!.textContent = t.foot

interface Actions {
  onBot(username: string): unknown
  onPerson(id: number): Promise<unknown>
  onNewPerson(name: string, language: string): Promise<unknown>
  onNewBot(username: string, name: string): Promise<ControlWrites['bots']>
}

let current: State
let actions: Actions
switcher.addEventListener('click', () => openPeople())
newBot.addEventListener('click', () => openNewBot())

/** Renders the left side: the current person, and the bots with the last message of each. */
export function renderSide(state: State, newActions: Actions) {
  current = state
  actions = newActions
  const person = state.person!
  switcher.replaceChildren(
    drawAvatar(person.id, fullName(person)),
    h('span.switcher-name', {}, h('strong', {}, fullName(person)), h('span', {}, t.switchPerson)),
    drawIcon('down'),
  )
  list.replaceChildren(...state.chats.map(chatRow))
}

const fullName = (person: ShownPerson) => [person.first_name, person.last_name].filter(Boolean).join(' ')

function chatRow(chat: ChatInList) {
  const last = chat.last_message
  const unread = current.unread.get(chat.id)
  return h(
    'button.bot-row',
    {
      type: 'button',
      testid: `bot-row-${chat.username}`,
      'aria-current': current.bot === chat.username ? 'true' : undefined,
      onclick: () => actions.onBot(chat.username),
    },
    drawAvatar(chat.id, chat.first_name, fileAddress(chat.photo_url)),
    h(
      'span.row-about',
      {},
      h(
        'span.row-top',
        {},
        h('strong', {}, chat.first_name),
        last && h('time', {}, listTime(new Date(last.date * 1000))),
      ),
      h(
        'span.row-bottom',
        {},
        h('span.preview', { testid: 'bot-preview' }, previewText(chat)),
        unread && h('span.unread', { testid: 'bot-unread' }, String(unread)),
      ),
    ),
  )
}

function previewText(chat: ChatInList) {
  if (chat.blocked) return t.blocked
  if (chat.last_message === undefined) return chat.short_description || `@${chat.username}`
  const own = chat.last_message.from.is_bot ? '' : t.you
  return own + summarizeMessage(chat.last_message).replace(/\s+/g, ' ')
}

function listTime(at: Date) {
  const today = new Date().toDateString() === at.toDateString()
  return today ? formatTime(at) : at.toLocaleDateString(undefined, { day: 'numeric', month: 'short' })
}

function openPeople() {
  const name = h('input', {
    type: 'text',
    testid: 'new-person-name',
    placeholder: t.firstName,
    'aria-label': t.firstName,
    maxlength: 64,
    autocomplete: 'off',
  })
  const language = h(
    'select',
    { testid: 'new-person-language', 'aria-label': t.language },
    h('option', { value: 'id' }, 'Indonesia'),
    h('option', { value: 'en' }, 'English'),
  )
  const create = (event: Event) => {
    event.preventDefault()
    const written = name.value.trim()
    if (written === '') return
    close()
    actions.onNewPerson(written, language.value).catch(error => showToast(error.message))
  }
  const close = openModal(
    'menu',
    'people',
    h('strong.menu-title', {}, t.talkAs),
    h('div.people-list', {}, ...current.people.map(person => personOption(person, () => close()))),
    h(
      'form.menu-form',
      { onsubmit: create },
      name,
      language,
      h('button.pill.filled', { type: 'submit', testid: 'new-person-create' }, t.add),
    ),
  )
}

function openNewBot() {
  const name = h('input', {
    type: 'text',
    testid: 'new-bot-name',
    placeholder: t.nameHint,
    'aria-label': t.name,
    maxlength: 64,
    autofocus: true,
    autocomplete: 'off',
  })
  const username = h('input', {
    type: 'text',
    testid: 'new-bot-username',
    placeholder: t.usernameHint,
    'aria-label': t.username,
    maxlength: 32,
    autocomplete: 'off',
  })
  const place = h('div.new-token')
  const create = async (event: Event) => {
    event.preventDefault()
    try {
      const made = await actions.onNewBot(username.value.trim(), name.value.trim())
      place.replaceChildren(
        h('p', {}, t.botMade(made.username)),
        h(
          'code.tap-code',
          { testid: 'new-bot-token', title: t.tapToCopy, onclick: () => copyText(made.token) },
          made.token,
        ),
      )
    } catch (error) {
      showToast((error as Error).message)
    }
  }
  openModal(
    'box',
    'new-bot-box',
    h(
      'form',
      { onsubmit: create },
      h('p', {}, t.makeBotAbout),
      name,
      username,
      place,
      h('div.box-row', {}, h('button.plain-button', { type: 'submit', testid: 'new-bot-create' }, t.makeBot)),
    ),
  )
}

function personOption(person: ShownPerson, close: () => void) {
  const about = [person.username && `@${person.username}`, person.language_code, person.id].filter(Boolean).join(' · ')
  return h(
    'button.menu-item.person-option',
    {
      type: 'button',
      testid: `person-option-${person.id}`,
      'aria-current': person.id === current.person!.id ? 'true' : undefined,
      onclick: () => {
        close()
        actions.onPerson(person.id).catch(error => showToast(error.message))
      },
    },
    drawAvatar(person.id, fullName(person)),
    h('span.switcher-name', {}, h('strong', {}, fullName(person)), h('span', {}, about)),
  )
}
