import { drawIcon, h, type IconName, openModal } from './dom.ts'
import { t } from './words.ts'

interface Attaching {
  chooseFile(): void
  shareLocation(): Promise<unknown>
  shareContact(): Promise<unknown>
}

/** Opens the menu for attaching a file, a location, or the person's own number. */
export function openAttachMenu({ chooseFile, shareLocation, shareContact }: Attaching) {
  const item = (testid: string, sign: IconName, text: string, run: () => unknown) => {
    const choose = () => {
      close()
      Promise.resolve(run()).catch(() => {})
    }
    return h('button.menu-item', { type: 'button', testid, onclick: choose }, drawIcon(sign), text)
  }
  const close = openModal(
    'menu',
    'attach-menu',
    h('strong.menu-title', {}, t.attach),
    item('attach-file', 'file', t.attachFile, chooseFile),
    item('attach-location', 'pin', t.location, shareLocation),
    item('attach-contact', 'phone', t.myNumber, shareContact),
  )
}
