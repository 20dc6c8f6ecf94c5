/** The texts for a provider in one language; the API, the commands and the documents use its id. */
export interface ConnectorTexts {
  name: string
  /** Its purpose, addressed to the person choosing a connection. */
  about: string
  /** The labels of the fields of its form. */
  fields: Record<string, string>
  hints?: Record<string, string>
  /** By field: the labels of its values, if the values themselves are not clear. */
  choices?: Record<string, Record<string, string>>
  /** How to fill in the form in test mode. */
  inTestMode?: string
  /** Three steps to find its key, besides the connector's link `keyPage`. */
  keySteps?: readonly [string, string, string]
  /** Where to enter the notification address at the provider, if it is not sent with each code. */
  notificationSetting?: string
  /** Why payments are still detected if the provider creates codes but sends no notifications. */
  sendsNoNotifications?: string
}

export type Texts = Record<'id' | 'en', ConnectorTexts>
