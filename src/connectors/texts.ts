/** The words for a provider, in one language; the API, the commands and the documents call it by its id. */
export interface ConnectorTexts {
  name: string
  /** Its use, said to who chooses what to connect. */
  about: string
  /** The labels of the fields of its form. */
  fields: Record<string, string>
  hints?: Record<string, string>
  /** By field: labels of its values, if their own names are not clear. */
  choices?: Record<string, Record<string, string>>
  /** How to fill the form in, in test mode. */
  inTestMode?: string
  /** Three steps that describe where to find its key, in addition to the connector's link `keyPage`. */
  keySteps?: readonly [string, string, string]
  /** Where to enter the notification address at the provider, if it is not sent with each code. */
  notificationSetting?: string
  /** Where a provider that makes codes sends no notifications. */
  sendsNoNotifications?: string
}

export type Texts = Record<'id' | 'en', ConnectorTexts>
