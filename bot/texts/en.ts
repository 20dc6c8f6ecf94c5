import type { Texts } from './texts.ts'

/** Every sentence of the bot in English. */
export const en: Texts = {
  unknownButton: 'This button has expired, open /start',
  formClosed: 'That form was closed by an update. Please start the step again.',
  cancelled: 'All right, cancelled.',
  nothingToCancel: 'There is nothing to cancel.',
  broken: reference => `Sorry, something broke on our side. Try again shortly. Code: ${reference}`,
}
