import { h, icon, openModal } from './dom.js'
import { say } from './words.js'

/** Attachments: a file, a place, or the person's own number. */
export function openAttachMenu({ chooseFile, shareLocation, shareContact }) {
  const item = (testid, sign, text, run) => {
    const choose = () => {
      close()
      Promise.resolve(run()).catch(() => {})
    }
    return h('button.menu-item', { type: 'button', testid, onclick: choose }, icon(sign), text)
  }
  const close = openModal(
    'menu',
    'attach-menu',
    h('strong.menu-title', {}, say.attach),
    item('attach-file', 'file', say.attachFile, chooseFile),
    item('attach-location', 'pin', say.location, shareLocation),
    item('attach-contact', 'phone', say.myNumber, shareContact),
  )
}
