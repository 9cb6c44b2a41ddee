import type { OpenLine } from '@svc/protocol'
import { markResultsSent, readKept } from './artifact-list.ts'
import { noteOf, sendArtifacts } from './artifact-send.ts'
import type { Config } from './config.ts'

interface ArtifactFlush {
  config: Config
  folder: string
  /** The journal's open line. */
  line: string
  /** The address of the run's page. */
  url: string | undefined
  /** By `performance.now()`. */
  deadline: number
}

/** Sends the artifacts of a run whose results the server has; returns `trouble` if they remain. */
export const flushArtifacts = async ({ config, folder, line, url, deadline }: ArtifactFlush) => {
  await markResultsSent(folder, url).catch(() => undefined)
  const items = await readKept(folder)
  const [, , { journal }] = JSON.parse(line) as OpenLine
  const outcome = await sendArtifacts({ config, journal, items, deadline })
  if (outcome.kind === 'done')
    return items.length > 0 ? { note: noteOf(outcome), hasLoss: outcome.left.size > 0 } : {}
  const missing = items.length - outcome.sent
  const reason = `the results were sent, but ${missing} of ${items.length} artifacts were not: ${outcome.reason}`
  return { trouble: { kind: outcome.kind, reason } }
}
