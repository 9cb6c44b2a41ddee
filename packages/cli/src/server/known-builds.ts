import type { Call } from '../call.ts'
import { IMPORT } from '../reports/send-reports.ts'
import { connect, type ServerOptions } from './connect.ts'

/** Builds; beyond this number the result is undefined instead of more requests. */
const MOST = 20_000

/** Returns the builds of earlier imports; undefined if unknown, for example with a key that can only send. */
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
    // Only informative: if something is wrong, sending reports it.
    return undefined
  }
}
