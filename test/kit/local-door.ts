import { createPrivateDoor, type PrivateDoor } from '../../src/lib/private-door.ts'

/** As on a machine of one's own: the hosts are checked, and no key is asked for. */
export function localDoor(...addresses: string[]): PrivateDoor {
  return createPrivateDoor({ addresses, isPublic: false, opens: async () => false })
}
