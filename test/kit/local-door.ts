import { createPrivateDoor, type PrivateDoor } from '../../src/lib/private-door.ts'

/** Returns the door of a local machine: it checks hosts, and requires no key. */
export function createLocalDoor(...addresses: string[]): PrivateDoor {
  return createPrivateDoor({ addresses, isPublic: false, opens: async () => false })
}
