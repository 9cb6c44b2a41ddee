import type { flushJournals } from '@svc/client/action'
import type { Level } from '../log.ts'
import { inInputs } from '../svc/call.ts'

type Journal = Pick<
  Awaited<ReturnType<typeof flushJournals>>[number],
  'path' | 'state' | 'reason' | 'note' | 'hasLoss' | 'hasResults'
>

interface Step {
  isPost: boolean
  /** True in a companion, whose downloads end with its job. */
  isForeign: boolean
  isOidc: boolean
}

/** Returns what the log says about a journal: a success is a line, a loss is a warning, and missing results are an error. */
export const toldOf = (journal: Journal, step: Step): { level: Level | 'log'; text: string } | undefined => {
  const { path, state, reason = '', note, hasLoss, hasResults } = journal
  if (state === 'empty') return undefined
  if (state === 'running')
    return step.isPost || step.isForeign
      ? {
          level: 'warning',
          text: `A test run was still writing ${path} at the end of the job, so its results are missing. Let the job wait until the tests have ended.`,
        }
      : {
          level: 'notice',
          text: `A test run is still writing ${path}. The post step of this action sends it.`,
        }
  if (state === 'sent') {
    const less = [...(reason ? [inInputs(reason)] : []), ...(hasLoss ? [`not all attachments: ${note}`] : [])]
    if (less.length > 0) return { level: 'warning', text: `Results were sent, but ${less.join('; ')}.` }
    return note ? { level: 'log', text: `Results were sent: ${note}.` } : undefined
  }
  const advice = adviceOf(state, reason, step)
  // The reason says that the results arrived, and which artifacts did not.
  if (hasResults) return { level: 'warning', text: `${capital(inInputs(reason))}.${advice}` }
  const what =
    state === 'rejected'
      ? 'The server rejected a journal, which was moved aside'
      : 'Results could not be sent'
  return { level: 'error', text: `${what}: ${inInputs(reason)}.${advice}` }
}

const adviceOf = (state: Journal['state'], reason: string, { isPost, isForeign, isOidc }: Step): string => {
  if (isOidc && reason.includes('(401'))
    return ' The key for the token of this job expires after one hour and ends with its trust: re-run the job.'
  if (isOidc && reason.includes('(403'))
    return ' The trust may be for another project: set the input project to that project, or ask an admin to change the trust.'
  if (reason.includes('(401'))
    return ' If the key was revoked, create a new one and store it in the secret that the input api-key reads.'
  if (reason.includes('(403')) return ' The key needs the role editor and the scopes ingest and read.'
  if (isForeign) return state === 'postponed' ? ' Re-run this workflow to send it.' : ''
  return state === 'postponed' && !isPost ? ' The post step of this action retries once.' : ''
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
