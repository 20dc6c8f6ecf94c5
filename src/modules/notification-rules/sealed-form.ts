import type { NotificationWords, TaughtSentence } from '../../connectors/taught-sentence.ts'
import type { Seal } from '../../lib/seal.ts'
import { type UnreadContent, type UnreadRow, unreadContext } from '../../money/unread/unread-row.ts'
import type { NotificationForm } from './entities.ts'

/** Seals the text of a form, which is a private notification without its names, amounts and numbers. */
export function sealForm(seal: Seal, formHash: string, { title, sentence }: TaughtSentence): string {
  return seal.seal(JSON.stringify({ title, sentence }), contextOf(formHash))
}

/** Returns the text of a form, with placeholders for the variable parts. */
export function openForm(seal: Seal, form: NotificationForm): TaughtSentence {
  const { title, sentence } = JSON.parse(seal.open(form.sealedForm, contextOf(form.formHash)))
  return { packageName: form.packageName, title, sentence }
}

/** The sealed column, which is resealed when the installation's keys are rotated. */
export const sealedFormColumn = {
  table: 'notification_form',
  property: 'sealedForm',
  contextOf: ({ formHash }: Record<string, unknown>) => contextOf(String(formHash)),
}

const contextOf = (formHash: string) => `notification_form|sealed_form|${formHash}`

/** Returns the text of a stored notification; null if it was omitted. */
export function openWords(seal: Seal, row: UnreadRow): (NotificationWords & Pick<UnreadContent, 'again'>) | null {
  if (row.sealedContent === null) return null
  const content: UnreadContent = JSON.parse(seal.open(row.sealedContent, unreadContext(row)))
  return { packageName: row.packageName, ...content }
}
