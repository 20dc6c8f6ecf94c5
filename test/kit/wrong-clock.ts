const hourMs = 3_600_000

/** The error of a phone's clock, in milliseconds. */
export const wrongClocks: [name: string, ms: number][] = [
  ['an hour behind', -hourMs],
  ['an hour ahead', hourMs],
  ['a day behind', -24 * hourMs],
  ['a day ahead', 24 * hourMs],
]

/** Returns a script that runs before those of a page, and shifts its phone's clock by this much. */
export const makeClockShift = (ms: number) => `{
    const Right = Date
    globalThis.Date = class extends Right {
      constructor(...given) {
        if (given.length > 0) super(...given)
        else super(Right.now() + ${ms})
      }
      static now() {
        return Right.now() + ${ms}
      }
    }
  }
`
