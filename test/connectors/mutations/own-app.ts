import { createHash } from 'node:crypto'

/** Returns the body of an event, as packages/forwarder-android/src/id/warung/forwarder/Notice.java writes it. */
export function appEvent(shown: {
  pkg: string
  title?: string
  text?: string
  bigText?: string
  lines?: string[]
  messages?: { text: string; sender: string; time: number }[]
  user?: number
  id?: number
  when?: number
  isSummary?: boolean
  withheld?: boolean
  hidden?: boolean
}) {
  const { pkg, title = '', text = '', bigText = '', lines = [], messages = [], user = 0, id = 7 } = shown
  const when = shown.when ?? Date.now()
  const key = `${user}|${pkg}|${id}|null|${user * 100_000 + 10_213}`
  const words = [title, text, bigText, '', '', '', ''].map(each => `${each}\n`).join('')
  return {
    type: 'notification',
    package_name: pkg,
    user,
    notificationKey: key,
    occurred_at: when,
    when,
    group_summary: shown.isSummary ?? false,
    ongoing: false,
    category: '',
    title: shown.withheld ? '' : title,
    text: shown.withheld ? '' : text,
    big_text: shown.withheld ? '' : bigText,
    title_big: '',
    sub_text: '',
    summary_text: '',
    ticker: '',
    lines: shown.withheld ? [] : lines,
    messages: shown.withheld ? [] : messages,
    event_id: createHash('sha256')
      .update(`${user}|${key}|${when}|${words}${JSON.stringify(lines)}\n${JSON.stringify(messages)}`)
      .digest('hex'),
    ...(shown.hidden ? { hidden: true } : {}),
    ...(shown.withheld ? { withheld: true } : {}),
  }
}
