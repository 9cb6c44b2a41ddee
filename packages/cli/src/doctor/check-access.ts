import type { Asked } from './ask-server.ts'
import { NEW_KEY } from './check-key.ts'
import { type Finding, findingsOf } from './finding.ts'
import type { Subject } from './subject.ts'
import { duration } from './words.ts'

const say = findingsOf('Access')

const EXPIRES_SOON_MS = 14 * 24 * 60 * 60_000

/** Whether the server accepts the key and results from it; sends an empty upload only with a known key. */
export const checkAccess = async (
  { status, message, who }: Asked,
  upload: () => Promise<Asked>,
  { preview: { project }, unknown }: Subject,
): Promise<Finding[]> => {
  if (status === 401)
    return [
      say.problem('the server does not accept the key (401)', {
        reason: message || 'it is unknown or was revoked',
        fix: 'have a new key made, and set it as SVC_API_KEY',
        paste: NEW_KEY,
      }),
    ]
  const sent = await upload()
  if (!sent.isOurs || sent.status !== 400) return [describeRefusal(sent, who)]
  if (!who) return [say.ok('the key may send results')]
  if (unknown.project === undefined && who.project !== undefined && who.project !== project)
    return [
      say.problem(`the key is held to the project ${who.project}; runs here report as ${project || 'none'}`, {
        reason: 'the server refuses results of other projects from this key',
        fix: 'name that project, or use a key of the right one:',
        paste: [`SVC_PROJECT=${who.project}`],
      }),
    ]
  const held = who.project ? `, project ${who.project}` : ''
  const findings = [
    say.ok(`the key "${who.keyName}" of ${who.organization} (${who.role}${held}) may send results`),
  ]
  const leftMs = Date.parse(who.expiresAt ?? '') - Date.now()
  if (leftMs < EXPIRES_SOON_MS)
    findings.push(
      say.warning(`the key expires in ${duration(leftMs)}`, {
        reason: 'after that the server refuses its results',
        fix: 'have a new one made in time',
        paste: NEW_KEY,
      }),
    )
  return findings
}

const describeRefusal = ({ status, isOurs, message }: Asked, who: Asked['who']): Finding => {
  if (status === 403 && isOurs)
    return say.problem(
      `the key may not send results (403)${who ? ` (it has the role ${who.role} and ${who.scopes})` : ''}`,
      {
        reason: message || 'sending needs the role editor and the scope ingest',
        fix: 'use a key with the role editor and the scope ingest',
        paste: NEW_KEY,
      },
    )
  if (status === 429)
    return say.warning('the server limits the rate of this key for now (429)', {
      reason: message || 'this key has used up its minute',
      fix: 'nothing: reporters wait and try again',
    })
  return say.problem('an upload does not get through', {
    reason: status === 0 ? message : `the answer is ${status}${message && `: ${message}`}`,
    fix: 'check that a proxy or firewall on the way lets POST requests to /api/ingest pass',
  })
}
