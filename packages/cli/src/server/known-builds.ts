import { IMPORT } from '../reports/send-reports.ts'
import type { Call } from '../run.ts'
import { connect, type ServerOptions } from './connect.ts'

/** Beyond it nothing is told rather than asked on and on. */
const MOST = 20_000

/** Builds of runs that were imported before; undefined where that is not known, as with a key that may only send. */
export const knownBuilds = async (
  call: Call,
  { url, project: named }: ServerOptions,
): Promise<Set<string> | undefined> => {
  try {
    const options = { ...(url !== undefined && { url }), ...(named !== undefined && { project: named }) }
    const { ask, project } = await connect(call, options)
    return await ask(async (client) => {
      const builds = new Set<string>()
      for await (const { build } of client.all('listExecutions', { project, q: IMPORT, limit: 200 })) {
        builds.add(build)
        if (builds.size > MOST) return undefined
      }
      return builds
    })
  } catch {
    // It is only told: sending says what is wrong.
    return undefined
  }
}
