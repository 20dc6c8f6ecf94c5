import type { App } from '../../src/needs.ts'

/** An app whose database rejects the next statements, as if it were unavailable. */
export function withOutage(app: App): { app: App; refuse(times: number): void; left(): number } {
  let left = 0
  const check = () => {
    if (left === 0) return
    left--
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  }
  const guarded =
    <Asked extends unknown[], Answer>(run: (...asked: Asked) => Promise<Answer>) =>
    async (...asked: Asked): Promise<Answer> => {
      check()
      return run(...asked)
    }
  return {
    app: {
      ...app,
      sql: {
        ...app.sql,
        query: guarded(app.sql.query.bind(app.sql)) as never,
        write: guarded(app.sql.write.bind(app.sql)) as never,
      },
      transaction: guarded(app.transaction) as never,
      em(scope) {
        check()
        return app.em(scope)
      },
    },
    refuse: times => {
      left = times
    },
    left: () => left,
  }
}

/** Returns an app whose database is unavailable for the next `count` calls of `em` with the scope. */
export function withDatabaseAway<Shop extends Pick<App, 'em'>>(
  app: Shop,
  { scope, count }: { scope: 'installation' | 'shared'; count: number },
): Shop & { callsRefused(): number } {
  let refused = 0
  return {
    ...app,
    em: own => {
      if (own !== scope || refused === count) return app.em(own)
      refused++
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    },
    callsRefused: () => refused,
  }
}
