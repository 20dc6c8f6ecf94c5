/**
 * Removes as many items as possible, larger parts first, so that it still fails. Assumes that it fails with all of
 * them.
 */
export async function shrink<Item>(items: Item[], fails: (tried: Item[]) => Promise<boolean>): Promise<Item[]> {
  let kept = items
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < kept.length; ) {
      const tried = kept.toSpliced(at, size)
      if (await fails(tried)) kept = tried
      else at += size
    }
  }
  return kept
}
