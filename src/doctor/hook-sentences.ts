import type { Connector } from '../connectors/connector.ts'
import { wizardTexts } from './wizard-texts.ts'

/** Sentences for a merchant about a notification address. */
interface HookSentences {
  /** Where to enter it, or why that is not necessary. */
  place: string
  /** How payments are detected without notifications. */
  without: string
}

/** Returns the sentences about the notification address of a provider whose key was pasted, for pages and chats. */
export function writeHookSentences(language: 'id' | 'en', { texts, traits }: Connector): HookSentences {
  const say = wizardTexts[language]
  const { notificationSetting } = texts[language]
  return {
    place: notificationSetting ? say.hookSetting(notificationSetting) : say.hookSent,
    without: traits.isAskedRarely ? say.hookRare : say.hookOptional,
  }
}
