import type { OpenLine } from '@svc/protocol'
import { markResultsSent, removeKept } from './artifact-list.ts'
import type { ArtifactQueue } from './artifact-queue.ts'
import { TIME_WAS_UP } from './artifact-request.ts'
import { noteOf, nothingSent, sendArtifacts } from './artifact-send.ts'
import type { Config } from './config.ts'
import { FLUSH_COMMAND } from './say.ts'
import { within } from './within.ts'

interface Finish {
  config: Config
  /** Its file; absent if only memory holds it, so that it cannot be sent later. */
  journal: string | undefined
  /** The open line. */
  open: string
  artifacts: Pick<ArtifactQueue, 'kept'>
  /** The address of the run's page. */
  url: string | undefined
  /**
   * Called before the artifacts are removed; otherwise a remaining journal would be sent again
   * completely.
   */
  removeJournal: () => void
}

/** Sends the artifacts of a run whose results were sent, for as long as the option allows. */
export const finishArtifacts = async ({
  config,
  journal,
  open,
  artifacts,
  url,
  removeJournal,
}: Finish): Promise<{ text: string; isTrouble: boolean }> => {
  const deadline = performance.now() + config.artifactsTimeoutMs
  const kept = await within(artifacts.kept(), deadline)
  if (!kept) return { text: notSent('', TIME_WAS_UP, journal), isTrouble: true }
  const { folder, items, tooMany } = kept
  // From here on, a flush only sends artifacts.
  if (journal) await markResultsSent(folder, url).catch(() => undefined)
  const [, , { journal: id }] = JSON.parse(open) as OpenLine
  const outcome = nothingSent()
  const sending = sendArtifacts({ config, journal: id, items, deadline }, outcome)
  if (!(await within(sending, deadline + 100)))
    Object.assign(outcome, { kind: 'postponed', reason: TIME_WAS_UP })
  if (tooMany > 0) outcome.left.set('many', tooMany)
  const note = noteOf(outcome)
  if (outcome.kind === 'done' || !journal) {
    removeJournal()
    await removeKept(folder)
  }
  if (outcome.kind === 'done') return { text: note, isTrouble: outcome.left.size > 0 }
  const missing = items.length - outcome.sent
  return {
    text: notSent(`${missing} of ${items.length} `, outcome.reason ?? '', journal),
    isTrouble: true,
  }
}

const notSent = (count: string, reason: string, journal: string | undefined) =>
  `${count}artifacts not sent: ${reason}; ${journal ? `they are kept; to send them, run: ${FLUSH_COMMAND}` : 'they are lost'}`
