import { findAccounts } from '../../../src/accounts/find-accounts.ts'
import { createConnection } from '../../../src/connections/create-connection.ts'
import { listConnections } from '../../../src/connections/list-connections.ts'
import { isFolded, listMoneyDoors, type MoneyDoor } from '../../../src/connections/money-doors.ts'
import { findOutgoingAddress } from '../../../src/connections/outgoing-address.ts'
import {
  hasSandboxCredentials,
  requestSandboxCredentials,
} from '../../../src/connections/request-sandbox-credentials.ts'
import type { Connector } from '../../../src/connectors/connector.ts'
import type { Door } from '../../../src/connectors/door.ts'
import { readCredentials } from '../../../src/connectors/read-credentials.ts'
import { recogniseKey } from '../../../src/connectors/recognise-key.ts'
import { wizardTexts } from '../../../src/doctor/wizard-texts.ts'
import { type Html, html } from '../../../src/lib/html.ts'
import { Refusal } from '../../../src/lib/refusal.ts'
import { describeFieldProblem } from '../../../src/lib/refusals/refusal-texts.ts'
import { forgetSecretText, removeText } from '../../../src/notices/forget-secret-text.ts'
import type { PlatformContext } from '../../context.ts'
import {
  type ConnectAnswers,
  type ConnectProblem,
  type ConnectQuestion,
  connectForm,
} from '../../forms/connect-form.ts'
import { type Button, makePress } from '../../telegram/message.ts'
import { connectTexts } from '../../texts/connect-texts.ts'
import { formatRefusal } from '../../texts/voice.ts'
import { groupInPairs, menuRow, readRowNumber, shortenLabel, toButtonUrl } from '../buttons.ts'
import { makeChatActor } from '../make-chat-actor.ts'
import { refuseForbiddenAct } from '../refuse-forbidden-act.ts'
import type { PlatformScreen } from '../screen.ts'
import { showConnection } from './merchant-connection.ts'
import { replyNotLinked } from './reply-not-linked.ts'

/** The screen "Where does your money arrive?": names familiar to merchants, and the questions for the chosen one. */
export const merchantDoorsScreen: PlatformScreen = {
  commands: { rekening: beginDoors, accounts: beginDoors },
  presses: {
    doors: (ctx, [shop]) => (shop === undefined ? beginDoors(ctx) : withShop(ctx, shop, showDoors)),
    door: (ctx, [shop, connector, door]) =>
      withShop(ctx, shop, (_, accountId) => openDoor(ctx, accountId, { connector, door })),
  },
  forms: { connect: connectForm(connectDoor) },
  guard: takeStrayKey,
}

async function beginDoors(ctx: PlatformContext): Promise<void> {
  const shops = ctx.accountsFor('settings')
  if (ctx.accountIds.length === 0) return replyNotLinked(ctx)
  if (shops.length === 0) throw new Refusal('forbidden', 'No role of this person includes that')
  if (shops.length === 1) return showDoors(ctx, shops[0]!)
  const accounts = await findAccounts(ctx.app, shops)
  const buttons = accounts.map(({ id, displayName }): Button[] => [
    { text: displayName, press: makePress('doors', id) },
  ])
  await ctx.show({ text: html`${connectTexts[ctx.language].whichShop}`, buttons })
}

async function withShop(
  ctx: PlatformContext,
  shop: string | undefined,
  show: (ctx: PlatformContext, accountId: number) => Promise<void>,
): Promise<void> {
  const accountId = readRowNumber(shop)
  if (accountId === null || !ctx.accountIds.includes(accountId)) {
    await ctx.alert(ctx.t.unknownButton)
    return
  }
  refuseForbiddenAct(ctx, accountId, 'settings')
  await show(ctx, accountId)
}

async function showDoors(ctx: PlatformContext, accountId: number): Promise<void> {
  const { app, bot, language, t } = ctx
  const words = connectTexts[language]
  const { question, questionText } = wizardTexts[language]
  const { byKey, byPhone } = listMoneyDoors(app.connectors)
  const connected = (await listConnections(app, accountId)).filter(({ mode }) => mode === bot.mode)
  const tile = ({ id, connector, name }: MoneyDoor): Button => ({
    text: shortenLabel(name[language]),
    press: makePress('door', accountId, connector, ...(id === connector ? [] : [id])),
  })
  const own = connected.map((one): Button[] => [
    { text: `${one.isActive ? '🟢' : '⚪️'} ${shortenLabel(one.label)}`, press: makePress('conn', accountId, one.id) },
  ])
  const technical = toButtonUrl(app.config, `${app.config.baseUrl}/dashboard/connections`)
  await ctx.show({
    text: html`<b>${question}</b>\n${questionText}\n\n${words.byKey}\n${words.byPhone}`,
    buttons: [
      ...own,
      ...groupInPairs(byKey.map(tile)),
      ...groupInPairs(byPhone.map(tile)),
      ...(technical === null ? [] : [[{ text: words.technical, url: technical }]]),
      menuRow(t),
    ],
  })
}

async function openDoor(
  ctx: PlatformContext,
  accountId: number,
  chosen: { connector: string | undefined; door: string | undefined },
): Promise<void> {
  const { app, bot, language } = ctx
  const door = findDoor(ctx, { connector: chosen.connector ?? '', door: chosen.door ?? null })
  if (!door) {
    await ctx.alert(ctx.t.unknownButton)
    return
  }
  if (door.codeField !== undefined) {
    await ctx.say({ text: html`<b>${door.name[language]}</b>\n\n${connectTexts[language].photoPlease}` })
    return
  }
  const kind = app.connectors[door.connector]
  await ctx.say({ text: await introduceDoor(ctx, kind, door), buttons: keyPageRow(ctx, kind) })
  const question: ConnectQuestion = {
    accountId,
    connector: door.connector,
    door: door.id,
    fields: listFields(kind, door, language),
    hasExample: hasSandboxCredentials(app, bot.mode, door.connector),
  }
  await ctx.form('connect', question)
}

function findDoor({ app }: PlatformContext, { connector, door }: { connector: string; door: string | null }) {
  const { byKey, byPhone } = listMoneyDoors(app.connectors)
  return [...byKey, ...byPhone].find(one => one.connector === connector && one.id === (door ?? connector))
}

async function introduceDoor(ctx: PlatformContext, { texts, traits }: Connector, door: MoneyDoor): Promise<Html> {
  const { app, language } = ctx
  const say = wizardTexts[language]
  const { keySteps = [], about } = texts[language]
  const name = door.name[language]
  const steps = keySteps.map((step, at) => html`\n${at + 1}. ${step}`)
  const caller = traits.registersCallers ? await findOutgoingAddress(app) : null
  const facts = caller && [
    html`\n\n<b>${say.register(name)}</b>`,
    html`\n${say.ip}: ${caller.ip === null ? say.ipUnknown : html`<code>${caller.ip}</code>`}`,
    html`\n${say.domain}: ${caller.domain === null ? say.domainUnknown : html`<code>${caller.domain}</code>`}`,
    caller.ip !== null && caller.isGuessed && html`\n${say.ipGuessed}`,
  ]
  const text = traits.needsForwarder ? say.phoneText(name) : about
  return html`<b>${say.connectTo(name)}</b>\n${text}${
    steps.length > 0 && html`\n\n<b>${say.whereIsKey}</b>${steps}`
  }${facts}`
}

function keyPageRow({ language }: PlatformContext, { keyPage }: Connector): Button[][] {
  return keyPage === undefined ? [] : [[{ text: connectTexts[language].keyPage, url: keyPage }]]
}

function listFields({ form, texts }: Connector, { preset }: Door, language: 'id' | 'en'): ConnectQuestion['fields'] {
  const { fields } = texts[language]
  return form
    .filter(field => !field.isOptional && !isFolded(field, preset))
    .map(({ name, kind }) => ({ name, label: fields[name] ?? name, isSecret: kind === 'password' }))
}

/**
 * Handles a key that was pasted outside of the questions. It is deleted and not searched for, and its questions follow.
 */
async function takeStrayKey(ctx: PlatformContext): Promise<boolean> {
  const { app, message, language } = ctx
  const connector = recogniseKey(app.connectors, message?.text ?? '')
  if (connector === undefined) return false
  const words = connectTexts[language]
  const isRemoved = await ctx.remove(message!.message_id)
  await forgetSecretText(app, { botId: ctx.bot.id, updateId: ctx.update.update_id })
  // A form stores the update that opened it, so the update must not contain the key.
  ctx.update.message = removeText(ctx.update.message!)
  const { name } = app.connectors[connector].texts[language]
  const shops = ctx.accountsFor('settings')
  const mayConnect = shops.length > 0
  const lead = mayConnect ? words.strayNext : words.strayForbidden
  await ctx.say({
    text: html`${isRemoved ? words.strayKey(name) : words.notRemoved} ${lead}`,
    buttons: shops.length > 1 ? [[{ text: words.tool, press: makePress('doors') }]] : [],
  })
  if (shops.length === 1) await openDoor(ctx, shops[0]!, { connector, door: undefined })
  return true
}

// A message with a secret is deleted from the chat before its provider is contacted, and from the inbox afterwards.
async function connectDoor(
  ctx: PlatformContext,
  question: ConnectQuestion,
  answers: ConnectAnswers,
): Promise<ConnectProblem | null> {
  const { secrets } = answers
  const words = connectTexts[ctx.language]
  if (secrets && !(await ctx.remove(secrets.messageId))) await ctx.say({ text: html`${words.notRemoved}` })
  try {
    return await createFrom(ctx, question, answers)
  } finally {
    if (secrets) await forgetSecretText(ctx.app, { botId: ctx.bot.id, updateId: ctx.update.update_id })
  }
}

async function createFrom(
  ctx: PlatformContext,
  question: ConnectQuestion,
  answers: ConnectAnswers,
): Promise<ConnectProblem | null> {
  const { app, language } = ctx
  const { accountId, connector, fields } = question
  refuseForbiddenAct(ctx, accountId, 'settings')
  const door = findDoor(ctx, question)
  if (!door) return { sentence: ctx.t.unknownButton, fromStart: true }
  const values = await readValues(ctx, question, answers)
  if (values === null) {
    const names = fields.filter(({ isSecret }) => isSecret).map(({ label: name }) => name)
    const { linesPlease, wordsPlease } = connectTexts[language]
    return { sentence: names.length > 1 ? linesPlease(names.join(', ')) : wordsPlease, fromStart: false }
  }
  const kind: Connector = app.connectors[door.connector]
  const credentials = readCredentials(kind, { ...door.preset, ...values })
  const { mode, ...by } = makeChatActor(ctx, accountId)
  if (kind.keyPage !== undefined) await ctx.say({ text: html`${connectTexts[language].asking}` })
  const made = { accountId, mode, connector, label: door.name[language], credentials }
  let connectionId: number
  try {
    connectionId = await createConnection(app, made, by)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return describeProblem(ctx, question, { kind, error })
  }
  await showConnection(ctx, accountId, connectionId)
  return null
}

/**
 * Returns the answers by their fields; null if the number of secrets differs from the number of questions. An address
 * may follow them.
 */
async function readValues(
  { app }: PlatformContext,
  { accountId, connector, fields }: ConnectQuestion,
  { values, secrets, isExample }: ConnectAnswers,
): Promise<Record<string, string> | null> {
  const example = isExample ? await requestSandboxCredentials(app, connector, `TOKO${accountId}`) : null
  if (example) return { ...example, ...values }
  const names = fields.filter(({ isSecret }) => isSecret).map(({ name }) => name)
  if (names.length === 0) return values
  const lines = (secrets?.text ?? '').split('\n').filter(line => line.trim() !== '')
  const [address] = lines.filter(isAddress)
  const keys = lines.filter(line => !isAddress(line))
  const pasted = names.length === 1 && keys.length > 1 ? [keys.join('')] : keys
  if (pasted.length !== names.length) return null
  const typed = Object.fromEntries(names.map((name, at) => [name, pasted[at]!]))
  return { ...values, ...typed, ...(address === undefined ? {} : { base_url: address.trim() }) }
}

function isAddress(line: string): boolean {
  return /^\s*https?:\/\//i.test(line)
}

// Returns the problem, worded as on the page. A mistake in a question before the secrets restarts the questions from
// it.
function describeProblem(
  ctx: PlatformContext,
  { fields }: ConnectQuestion,
  { kind, error }: { kind: Connector; error: Refusal },
): ConnectProblem {
  const { language } = ctx
  const names = kind.texts[language].fields
  const wrong = error.fields ?? []
  const reasons = wrong.map(one => {
    const name = names[one.path.replace(/^credentials\./, '')]
    return name === undefined ? describeFieldProblem(language, one) : `${name}: ${describeFieldProblem(language, one)}`
  })
  const sentence = reasons.length > 0 ? reasons.join('\n') : formatRefusal(ctx, error)
  const isEarlier = wrong.some(({ path }) =>
    fields.some(({ name, isSecret }) => !isSecret && path === `credentials.${name}`),
  )
  return { sentence: `${connectTexts[language].refused} ${sentence}`, fromStart: isEarlier }
}
