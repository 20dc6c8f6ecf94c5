import { operatorProfileView } from '../dashboard/profile/profile-view.ts'
import { readSecurity, securityActs } from '../dashboard/profile/security-acts.ts'
import { definePage } from '../parts/page.ts'

/** An operator's own password, second step, passkeys and sessions, which protect the money of all accounts. */
export const operatorProfilePage = definePage({
  path: '/operator/profile',
  role: 'operator',
  load: readSecurity,
  view: operatorProfileView,
  act: securityActs,
})
