import { z } from 'zod'
import { addSentence } from '../../../connecting/add-sentence.ts'
import { findConnection } from '../../../connections/find-connection.ts'
import type { NotificationWords, SentenceLessons, TaughtSentence } from '../../../connectors/taught-sentence.ts'
import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import { notFound, refuseField } from '../../../lib/refusal.ts'
import { openUnread } from '../../../money/unread/open-unread.ts'
import type { App } from '../../../needs.ts'
import { narrowCard, trail } from '../../parts/card.ts'
import { facts } from '../../parts/facts.ts'
import { actButton, area, refusedBanner, tick } from '../../parts/forms.ts'
import { RowId } from '../../parts/inputs.ts'
import { page } from '../../parts/page.ts'
import { actingOf, type Visit } from '../../parts/visit.ts'
import { ConnectionInput } from './connection.ts'
import { sentenceTexts } from './sentence-texts.ts'

const Input = ConnectionInput.extend({ unread: RowId })
type SentenceInput = z.infer<typeof Input>

const sentenceMax = 300
const titleMax = 100

const Fields = z.object({
  sentence: z.string().trim().max(sentenceMax),
  only_title: z.literal('on').optional().catch(undefined),
})
type SentenceFields = z.infer<typeof Fields>

/**
 * Adds the sentence of a notification that was not understood, after showing what it reads. It decides which money is
 * believed: for owner and finance.
 */
export const sentencePage = page({
  path: '/dashboard/connections/:connection/unread/:unread/sentence',
  role: 'money',
  input: Input,
  load: openWords,
  view({ language, loaded: { words, lessons }, given, refusal, fieldErrors, input, to }) {
    const say = sentenceTexts[language]
    const isBound = given.sentence === undefined || given.only_title !== undefined
    return {
      title: say.title,
      body: html`
        ${trail(to(`/dashboard/connections/${input.connection}/unread/${input.unread}`), words.packageName)}
        ${narrowCard(
          say.title,
          html`<p>${say.intro}</p><p><small>${say.once}</small></p>
            ${refusedBanner({ language, refusal, labels: { sentence: say.sentence } })}
            <blockquote>${words.title && html`<b>${words.title}</b><br>`}${words.text}</blockquote>
            <form method="post" novalidate>
              ${area({
                name: 'sentence',
                label: say.sentence,
                hint: say.sentenceHint,
                value: given.sentence ?? lessons.suggest(words),
                maxlength: sentenceMax,
                errors: fieldErrors,
              })}
              ${canBind(words) && tick({ name: 'only_title', label: say.onlyTitle(words.title), isOn: isBound })}
              ${actButton('save', say.preview)}
            </form>`,
        )}`,
    }
  },
  act: {
    save: {
      role: 'money',
      isSecret: true,
      fields: Fields,
      async confirm(app: App, visit: Visit, fields: SentenceFields, input: SentenceInput) {
        const { words, lessons } = await openWords(app, visit, input)
        const lesson = lessonOf(words, fields)
        const say = sentenceTexts[visit.language]
        return { title: say.saveTitle, text: previewOf(say, { words, lessons, lesson }), button: say.save }
      },
      async run(app: App, visit: Visit, fields: SentenceFields, input: SentenceInput) {
        const { words, lessons } = await openWords(app, visit, input)
        const lesson = lessonOf(words, fields)
        readPreview({ words, lessons, lesson })
        await addSentence(app, visit.account.id, { connectionId: input.connection, lesson }, actingOf(visit))
        return { to: `/dashboard/connections/${input.connection}`, done: 'added' as const }
      },
    },
  },
})

interface Opened {
  words: NotificationWords
  // biome-ignore lint/suspicious/noExplicitAny: the credentials are the connector's own
  lessons: SentenceLessons<any>
}

async function openWords(app: App, visit: Visit, { connection: connectionId, unread: unreadId }: SentenceInput) {
  const { connection } = await findConnection(app, visit.scope, connectionId)
  const { lessons } = app.connectors[connection.connector]
  const target = { accountId: visit.account.id, connectionId, unreadId }
  const { row, content } = await openUnread(app, target, actingOf(visit))
  if (!content || !lessons) throw notFound('notification with a text')
  return { words: { packageName: row.packageName, ...content }, lessons } satisfies Opened
}

// A title with a number in it ("Pembayaran sebesar Rp10.017") is another one each time.
const canBind = ({ title }: NotificationWords) => title !== '' && title.length <= titleMax && !/\d/.test(title)

function lessonOf(words: NotificationWords, { sentence, only_title }: SentenceFields): TaughtSentence {
  const title = only_title !== undefined && canBind(words) ? words.title : null
  return { packageName: words.packageName, title, sentence }
}

type Lesson = Opened & { lesson: TaughtSentence }

function readPreview({ words, lessons, lesson }: Lesson) {
  const fixed = lesson.sentence.replaceAll(/\{\w+\}/g, ' ')
  if (!lesson.sentence.includes('{amount}') || !/[A-Za-z]{3}/.test(fixed)) {
    throw refuseField('sentence', 'has {amount} and words of the app', 'malformed')
  }
  const read = lessons.preview(lesson, words)
  if (!read) throw refuseField('sentence', 'does not fit this notification', 'malformed')
  return read
}

function previewOf(say: (typeof sentenceTexts)['id'], lesson: Lesson): Html {
  const { amount, payerName, isDoubtful } = readPreview(lesson)
  return html`${facts([
    [say.app, lesson.words.packageName],
    [say.sentence, lesson.lesson.sentence],
    [say.amount, formatRupiah(amount)],
    [say.payer, payerName ?? say.nobody],
  ])}<p>${isDoubtful ? say.waits : say.pays}</p>`
}
