import type { ChatView } from '../src/lib/page-json.ts'
import { h } from './dom.ts'
import { t } from './words.ts'

type Command = ChatView['commands'][number]

/** Lists the bot's commands that start with the typed text. `onChoose` is called with the clicked one. */
export function createCommandList(onChoose: (command: string) => unknown) {
  const element = h('div.command-list', {
    testid: 'command-list',
    role: 'listbox',
    'aria-label': t.commands,
    hidden: true,
  })
  return {
    element,
    close() {
      element.hidden = true
    },
    draw(commands: Command[], written: string) {
      const match = /^\/(\w*)$/.exec(written)
      const fitting = match ? commands.filter(({ command }) => command.startsWith(match[1]!.toLowerCase())) : []
      element.hidden = fitting.length === 0
      element.replaceChildren(...fitting.map(each => commandButton(each, onChoose)))
    },
  }
}

function commandButton({ command, description }: Command, onChoose: (command: string) => unknown) {
  return h(
    'button.command',
    { type: 'button', role: 'option', testid: `command-${command}`, onclick: () => onChoose(`/${command}`) },
    h('strong', {}, `/${command}`),
    h('span', {}, description),
  )
}
