import { plainName, quotedName } from '../terminal/text.ts'
import { duration } from '../terminal/words.ts'
import type { ServerAnswer } from './ask-server.ts'
import { NEW_KEY } from './check-key-format.ts'
import { type Finding, findingsOf, type Report } from './finding.ts'
import type { Subject } from './subject.ts'

const say = findingsOf('Access')

const EXPIRES_SOON_MS = 14 * 24 * 60 * 60_000

/** Whether the server accepts the key and results from it; sends an empty upload only with a known key. */
export const checkKeyWorks = async (
  { status, message, who }: ServerAnswer,
  upload: () => Promise<ServerAnswer>,
  { preview: { project }, unknown }: Subject,
): Promise<Report> => {
  if (status === 401)
    return say.problem('the server rejected the key (401)', {
      reason: message || 'the key is unknown or was revoked',
      fix: 'create a new key, and set it as SVC_API_KEY:',
      paste: NEW_KEY,
    })
  const sent = await upload()
  if (!sent.isOurs || sent.status !== 400) return describeRefusal(sent, who)
  if (!who) return say.ok('the key can send results')
  if (unknown.project === undefined && who.project !== undefined && who.project !== project)
    return say.problem(
      `the key is restricted to the project ${who.project}; runs here report as ${project || 'none'}`,
      {
        reason: 'the server rejects results of other projects from this key',
        fix: 'set that project, or use a key of the right project:',
        paste: [`SVC_PROJECT=${who.project}`],
      },
    )
  const held = who.project ? `, project ${who.project}` : ''
  const leftMs = Date.parse(who.expiresAt ?? '') - Date.now()
  return [
    say.ok(
      `the key ${quotedName(who.keyName)} of ${plainName(who.organization)} (${who.role}${held}) can send results`,
    ),
    leftMs < EXPIRES_SOON_MS &&
      say.warning(`the key expires in ${duration(leftMs)}`, {
        reason: 'after that, the server rejects results',
        fix: 'create a new key before that:',
        paste: NEW_KEY,
      }),
  ]
}

const describeRefusal = ({ status, isOurs, message }: ServerAnswer, who: ServerAnswer['who']): Finding => {
  if (status === 403 && isOurs)
    return say.problem(
      `the key cannot send results (403)${who ? ` (it has the role ${who.role} and the scopes ${who.scopes})` : ''}`,
      {
        reason: message || 'sending requires the role editor and the scope ingest',
        fix: 'use a key with the role editor and the scope ingest:',
        paste: NEW_KEY,
      },
    )
  if (status === 429)
    return say.warning('rate limit reached (429)', {
      reason: message || 'this key has used its limit for the current minute',
      fix: 'none needed: reporters wait and retry',
    })
  return say.problem('an upload fails', {
    reason: status === 0 ? message : `the answer is ${status}${message && `: ${message}`}`,
    fix: 'check that proxies and firewalls allow POST requests to /api/ingest',
  })
}
