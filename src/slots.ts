/**
 * The places in the core that modules extend: each name with the type of the additions. A slot is declared beside the
 * code that reads it, with `declare module`, so that this file depends on no other code. `Module.slots` and
 * `Module.facts` fill it.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the code that reads a slot declares it
export interface Slots {}

/** The additions by slot, in the order of the modules. */
export type FilledSlots = { readonly [Name in keyof Slots]?: readonly Slots[Name][] }

/** Returns the modules' additions to a slot; empty without modules. */
export function listAdditions<Name extends keyof Slots>(
  { slots }: { slots: FilledSlots },
  name: Name,
): readonly Slots[Name][] {
  return slots[name] ?? []
}
