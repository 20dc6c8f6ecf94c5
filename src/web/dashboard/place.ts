import { z } from 'zod'
import { modes } from '../../database/scope.ts'
import { html } from '../../lib/html.ts'
import { notFound } from '../../lib/refusal.ts'
import { toSafePath } from '../parts/gate.ts'
import { definePage } from '../parts/page.ts'

/** Handles the switches of mode and account, which are on every page. */
export const placePage = definePage({
  path: '/dashboard/place',
  role: 'read',
  load: async () => ({}),
  view: ({ to }) => ({ title: 'Warung', body: html`<p><a href="${to('/dashboard')}">Warung</a></p>` }),
  act: {
    mode: {
      fields: z.object({ mode: z.enum(modes), back: z.string().optional() }),
      // A list stays on the same list; an object of one mode does not exist in the other.
      run: async (_app, { account }, { mode, back }) => ({
        place: { accountId: account.id, mode },
        to: toSafePath(back?.split('/').slice(0, 3).join('/'), '/dashboard'),
      }),
    },
    account: {
      fields: z.object({ account: z.coerce.number().int() }),
      async run(_app, { session }, { account }) {
        if (!session.memberships.some(({ accountId }) => accountId === account)) {
          throw notFound('account')
        }
        return { place: { accountId: account, mode: 'test' }, to: '/dashboard' }
      },
    },
  },
})
