import { z } from 'zod'
import { startConnectAttempt } from '../../../connecting/start-connect-attempt.ts'
import { createConnection } from '../../../connections/create-connection.ts'
import { extractCodeFields, listMoneyDoors, type MoneyDoor } from '../../../connections/money-doors.ts'
import { findOutgoingAddress, type OutgoingAddress } from '../../../connections/outgoing-address.ts'
import { describeCodeProblem, ownCodeTexts } from '../../../connections/own-code-texts.ts'
import { hasSandboxCredentials, requestSandboxCredentials } from '../../../connections/request-sandbox-credentials.ts'
import { readOwnCode } from '../../../connections/store-own-code.ts'
import type { Connector } from '../../../connectors/connector.ts'
import type { Door } from '../../../connectors/door.ts'
import { type ConnectorId, connectors } from '../../../connectors/index.ts'
import { wizardTexts } from '../../../doctor/wizard-texts.ts'
import { type Html, html } from '../../../lib/html.ts'
import { refuseField } from '../../../lib/refusal.ts'
import { describeFieldProblem } from '../../../lib/refusals/refusal-texts.ts'
import type { App } from '../../../needs.ts'
import type { Qris } from '../../../qris/parse-qris.ts'
import { linkButton, narrowCard } from '../../parts/card.ts'
import {
  actButton,
  banner,
  field,
  largeForm,
  pictureTypes,
  type RefusedForm,
  refusedBanner,
} from '../../parts/forms.ts'
import { Mark } from '../../parts/inputs.ts'
import { definePage, type ViewContext } from '../../parts/page.ts'
import { makeUserActor, type Visit } from '../../parts/visit.ts'
import { imageBytesMax } from './connection-code.ts'
import {
  connectionFields,
  labelMax,
  listFieldLabels,
  NewConnectionFields,
  readNewConnection,
} from './connection-fields.ts'
import { connectionTexts } from './connection-texts.ts'
import { listCallerFacts, renderKeySteps } from './key-steps.ts'

const Input = z.object({
  connector: z.enum(Object.keys(connectors) as [ConnectorId, ...ConnectorId[]]),
  example: Mark,
  door: z.string().max(40).optional(),
})

interface Loaded {
  example: Record<string, string> | null
  /** The bank or wallet that was chosen, if the phone reads it. */
  door: MoneyDoor | null
  /** The address from which the provider receives our requests; null if it does not require it. */
  caller: OutgoingAddress | null
}
type ShownForm = ViewContext<Visit, z.infer<typeof Input>, Loaded>

/** The form of one kind of connection: it connects immediately, or step by step through the operator's bridge. */
export const connectPage = definePage({
  path: '/dashboard/connections/add/:connector',
  role: 'settings',
  input: Input,
  async load(app, visit, { connector, example, door: id }): Promise<Loaded> {
    const isTried = example !== undefined && hasSandboxCredentials(app, visit.mode, connector)
    const door = listMoneyDoors(app.connectors).byPhone.find(one => one.connector === connector && one.id === id)
    const { registersCallers } = app.connectors[connector].traits
    return {
      example: isTried ? await requestSandboxCredentials(app, connector, `TOKO${visit.account.id}`) : null,
      door: door ?? null,
      caller: registersCallers ? await findOutgoingAddress(app) : null,
    }
  },
  view(view: ShownForm) {
    const { app, language, visit, input, loaded, given, refusal, fieldErrors, to } = view
    const { connector } = input
    const { example, door, caller } = loaded
    const say = connectionTexts[language]
    const words = wizardTexts[language]
    const kind = app.connectors[connector]
    const { about, inTestMode } = kind.texts[language]
    const name = door?.name[language] ?? kind.texts[language].name
    const title = words.connectTo(name)
    const labels = { ...listFieldLabels(kind, language), label: say.label }
    const sandboxNote = visit.mode === 'test' && !app.config.production && inTestMode
    const offersExample = example === null && hasSandboxCredentials(app, visit.mode, connector)
    const values = { ...example, ...given }
    const isPhone = kind.traits.needsForwarder === true
    const named = field({
      name: 'label',
      label: say.label,
      hint: isPhone ? say.phoneLabelHint : say.labelHint,
      // Payers read it, and no bank is called "Phone notifications".
      value: given.label ?? (isPhone && !door ? '' : name),
      maxlength: labelMax,
      errors: fieldErrors,
    })
    const toExample = to(`/dashboard/connections/add/${connector}`, { example: '1' })
    return {
      title,
      body: narrowCard(
        title,
        html`<p>${door ? `${words.phoneText(name)} ${appsNote(words, door)}` : about}</p>
          ${renderKeySteps(kind, language)}
          ${caller && listCallerFacts(name, language, caller)}
          ${sandboxNote && example === null && banner('warn', sandboxNote)}
          ${offersExample && html`<p>${linkButton(toExample, say.fillExample, 'quiet')}</p>`}
          ${refusedPhoto(view) ?? renderConnectRefusal({ language, refusal, labels })}
          ${formOfDoor(view, { values, named })}
          <p class="beside"><a href="${to('/dashboard/connections')}">${say.title}</a></p>`,
      ),
    }
  },
  act: {
    connect: {
      isSecret: true,
      fileBytesMax: imageBytesMax,
      fields: NewConnectionFields,
      async run(app, visit, values, { connector, door: id }) {
        const kind = app.connectors[connector]
        const door = kind.doors?.find(one => one.id === id)
        const code = door?.codeField === undefined ? null : await codeOfPhoto(app, visit, values.image)
        const ofCode = door && code ? extractCodeFields(door, code) : {}
        const { label, fields } = readNewConnection(kind, { ...values, ...ofCode })
        const request = { ...visit.scope, connector, label }
        if (kind.connect) {
          const { id, state, connectionId } = await startConnectAttempt(
            app,
            { ...request, fields },
            makeUserActor(visit),
          )
          return state === 'connected'
            ? { to: `/dashboard/connections/${connectionId}`, done: 'connected' }
            : { to: `/dashboard/connecting/${id}` }
        }
        const newConnection = { ...request, credentials: fields, staticQris: code?.text }
        const connectionId = await createConnection(app, newConnection, makeUserActor(visit))
        // The page of the code uses this name.
        return { to: `/dashboard/connections/${connectionId}${code ? '/qris' : findNextPage(kind)}`, done: 'connected' }
      },
    },
  },
})

/** Renders the form of a door, which begins with the photo of a printed code if the door takes its account from it. */
function formOfDoor(view: ShownForm, { values, named }: { values: Record<string, string>; named: Html }): Html {
  const { app, language, input, fieldErrors: errors } = view
  const { door } = view.loaded
  const say = connectionTexts[language]
  const { codeField } = door ?? {}
  const preset = door ? { ...door.preset, ...(codeField !== undefined && { [codeField]: '' }) } : undefined
  const kind = app.connectors[input.connector]
  const credentialFields = connectionFields(kind, { language, given: values, fieldErrors: errors, preset })
  const fields = html`${credentialFields}${named}${actButton('connect', say.connect)}`
  if (!door || codeField === undefined) return html`<form method="post" novalidate>${fields}</form>`
  const hint = ownCodeTexts[language].readFirst
  const photo = field({ name: 'image', label: say.codeImage, hint, type: 'file', accept: pictureTypes, errors })
  return largeForm('connect', 'file', html`${photo}${fields}`, { door: door.id })
}

function refusedPhoto({ language, refusal, loaded: { door } }: ShownForm): Html | null {
  const sentence = door?.codeField !== undefined && refusal && describeCodeProblem(language, refusal)
  return sentence ? banner('stop', sentence) : null
}

async function codeOfPhoto(app: App, { account }: Visit, image: unknown): Promise<Qris> {
  if (Buffer.isBuffer(image) && image.length > 0) return readOwnCode(app, account.id, { image })
  throw refuseField('image', 'is needed', 'missing')
}

/** Returns the page of a connection after its form: the settings of its phone, or the report about a pasted key. */
export function findNextPage({ traits, keyPage }: Connector): string {
  if (traits.needsForwarder) return '/forwarder'
  return keyPage ? '?tested=1' : ''
}

/**
 * Renders why a connection was refused; for a single field, including the provider's or the connector's own message.
 */
export function renderConnectRefusal({ language, refusal, labels = {} }: RefusedForm): Html | null {
  const say = connectionTexts[language]
  const fields = refusal?.fields ?? []
  if (fields.some(({ code }) => code === 'no_bridge')) return banner('stop', say.noBridge)
  const here = fields.find(({ code }) => code === 'connected_here')
  if (here) return banner('stop', describeFieldProblem(language, here))
  if (fields.some(({ code }) => code === 'connected_already')) return banner('stop', say.alreadyThere)
  // The connector's own messages about its fields are English, and more precise than the message of the code.
  const details = fields
    .filter(({ path, code }) => language === 'en' && labels[path] && path !== 'label' && code !== 'refused_by_provider')
    .map(({ error }) => error)
  // A mistake inside a field is identified only by its path, in every language.
  const places = fields.flatMap(({ path, error }) => {
    const isInside = Object.keys(labels).some(name => name !== 'credentials' && path.startsWith(`${name}.`))
    return isInside && !labels[path] ? [`${path.replace(/^credentials\./, '')}: ${error}`] : []
  })
  const refusalBanner = refusedBanner({ language, refusal, labels })
  const more = [...details, ...places]
  return refusalBanner && more.length > 0
    ? html`${refusalBanner}<p><small>${more.join('; ')}</small></p>`
    : refusalBanner
}

/** Returns a text about whether the door has chosen the apps. */
function appsNote(words: (typeof wizardTexts)['id'], { preset }: Door): string {
  return preset.apps ? words.presetNote : words.appsNote
}
