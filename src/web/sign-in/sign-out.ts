import { html } from '../../lib/html.ts'
import { revokeSessions } from '../../people/session-moves.ts'
import { narrowCard } from '../parts/card.ts'
import { commonTexts } from '../parts/common-texts.ts'
import { actButton } from '../parts/forms.ts'
import { definePage } from '../parts/page.ts'

const signOutPageAt = (path: string, signIn: string) =>
  definePage({
    path,
    role: 'anybody',
    load: async () => ({}),
    view({ language }) {
      const say = commonTexts[language]
      return {
        title: say.signOut,
        body: narrowCard(say.signOut, html`<form method="post" novalidate>${actButton('out', say.signOut)}</form>`),
      }
    },
    act: {
      out: {
        async run(app, { session }) {
          if (session) {
            await revokeSessions(app, app.em('shared'), session.userId, { only: session.id })
          }
          return { session: null, to: signIn, done: 'signed_out' }
        },
      },
    },
  })

export const signOutPage = signOutPageAt('/sign-out', '/sign-in')
export const operatorSignOutPage = signOutPageAt('/operator/sign-out', '/operator/sign-in')
