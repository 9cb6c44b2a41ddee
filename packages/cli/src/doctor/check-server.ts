import { describeKeyProblem } from '@svc/client/doctor'
import { type Asked, askUpload, askWhoAmI, isWelcome, type WhoAmI } from './ask-server.ts'
import { NEW_KEY } from './check-key.ts'
import { describeClock } from './clock.ts'
import { type Finding, findingsOf } from './finding.ts'
import { isOlder } from './older.ts'
import { describeTrouble, describeUrl } from './server-trouble.ts'
import { type Subject, urlSource } from './subject.ts'
import { duration } from './words.ts'

const say = findingsOf('Server')
const sayAccess = findingsOf('Access')

const EXPIRES_SOON_MS = 14 * 24 * 60 * 60_000

/** Whether the server is reached, is one of ours, knows the key, and would take results from it. */
export const checkServer = async (subject: Subject): Promise<Finding[]> =>
  (await askedOf(subject)).map((finding) => (isSure(finding, subject) ? finding : softened(finding)))

/** What options that were not read may say otherwise is no more than a warning. */
const isSure = ({ check }: Finding, { unreadable, unknown, written, url }: Subject): boolean => {
  if (check === 'Server') return unreadable === undefined || url !== undefined
  const isOpen = (name: 'project' | 'apiKey') => unknown[name] !== undefined && !written[name]
  return unreadable === undefined && !isOpen('project') && !isOpen('apiKey')
}

const softened = (finding: Finding): Finding =>
  finding.state === 'problem'
    ? { ...finding, state: 'warning', reason: `${finding.reason}; the config's options may say otherwise` }
    : finding

const askedOf = async (subject: Subject): Promise<Finding[]> => {
  const { config } = subject.preview
  const source = urlSource(subject)
  if (subject.unknown.url !== undefined && source !== '--url' && !subject.written.url)
    return [
      say.warning(`${subject.unknown.url} gets the address in a way that only running it could tell`, {
        reason: 'so no server was asked',
        fix: 'run the doctor again with --url <address>',
      }),
    ]
  const wrong = describeUrl(config.url, source ?? 'SVC_URL')
  if (wrong) return [wrong]
  // A mistyped key has its own line, and may hold what no header takes.
  const isKey = config.apiKey !== undefined && describeKeyProblem(config.apiKey) === undefined
  const { apiKey, url, proxy } = config
  const server = {
    url,
    ...(isKey && apiKey && { apiKey }),
    ...(proxy && { proxy }),
    ...(subject.stepMs !== undefined && { stepMs: subject.stepMs }),
  }
  const asked = await askWhoAmI(server)
  const trouble = describeTrouble(asked, { url: config.url, source, isCi: config.ci !== undefined })
  if (trouble) return [trouble]
  const findings = [
    reached(asked, subject),
    ...describeVersion(asked, subject.version),
    ...describeClock(asked, Date.now()),
    ...describeSafety(subject),
  ]
  if (!isKey) return findings
  if (asked.kind === 'refused' && asked.answer.status === 401)
    return [...findings, notAccepted(asked.message)]
  return [...findings, ...describeAccess(asked, await askUpload(server), subject)]
}

const reached = (asked: Asked, subject: Subject): Finding => {
  const { config } = subject.preview
  const version = asked.kind === 'known' ? `, svc ${asked.who.serverVersion}` : ''
  const proxy = 'answer' in asked && asked.answer.proxy ? ` over the proxy ${asked.answer.proxy}` : ''
  const took = 'tookMs' in asked ? ` in ${Math.max(1, Math.round(asked.tookMs))} ms` : ''
  const source = urlSource(subject)
  return say.ok(`${config.url}${source ? '' : ' (the default)'} answers${proxy}${took}${version}`)
}

/** A newer server understands older commands and reporters; an older one may not know what they ask or send. */
const describeVersion = (asked: Asked, own: string): Finding[] => {
  if (asked.kind !== 'known' || !isOlder(asked.who.serverVersion, own)) return []
  const { serverVersion } = asked.who
  return [
    say.warning(`the server has version ${serverVersion}, this command ${own}`, {
      reason: 'an older server refuses questions, and leaves out facts, that it does not know yet',
      fix: 'upgrade the server, or use the command of its version:',
      paste: [`npx @svc/cli@${serverVersion}`],
    }),
  ]
}

/** Names without a dot, private addresses and this machine are a network of one's own. */
const OWN_NETWORK =
  /^(?:[^.]+|.*\.(?:local|internal|localhost|test)|127\..*|10\..*|192\.168\..*|172\.(?:1[6-9]|2\d|3[01])\..*|\[.*\])$/

const describeSafety = ({ preview, env }: Subject): Finding[] => {
  const { protocol, hostname } = new URL(preview.config.url)
  if (protocol === 'http:' && !OWN_NETWORK.test(hostname))
    return [
      say.warning('the address begins with http://', {
        reason: 'everybody on the way can read the key',
        fix: 'use the https:// address of the server',
      }),
    ]
  if (protocol === 'https:' && env.NODE_TLS_REJECT_UNAUTHORIZED === '0')
    return [
      say.warning('NODE_TLS_REJECT_UNAUTHORIZED is 0', {
        reason: 'no certificate is checked, so anybody on the way can read the key',
        fix: 'unset it; for an authority of your own set NODE_EXTRA_CA_CERTS to its certificate',
      }),
    ]
  return []
}

const notAccepted = (message: string): Finding =>
  sayAccess.problem('the server does not accept the key (401)', {
    reason: message || 'it is unknown or was revoked',
    fix: 'have a new key made, and set it as SVC_API_KEY',
    paste: NEW_KEY,
  })

const describeAccess = (asked: Asked, sent: Asked, subject: Subject): Finding[] => {
  const { preview, unreadable, unknown, written } = subject
  if (!isWelcome(sent)) return [describeRefusal(sent, asked)]
  if (asked.kind !== 'known') return [sayAccess.ok('the key may send results')]
  const { who } = asked
  const { project } = preview
  const isKnown = unreadable === undefined && (unknown.project === undefined || Boolean(written.project))
  if (isKnown && who.project !== undefined && who.project !== project)
    return [
      sayAccess.problem(
        `the key is held to the project ${who.project}; runs here report as ${project || 'none'}`,
        {
          reason: 'the server refuses results of other projects from this key',
          fix: 'name that project, or use a key of the right one:',
          paste: [`SVC_PROJECT=${who.project}`],
        },
      ),
    ]
  return [describeKey(who), ...describeExpiry(who, Date.now())]
}

const describeKey = ({ keyName, organization, role, project }: WhoAmI): Finding =>
  sayAccess.ok(
    `the key "${keyName}" of ${organization} (${role}${project ? `, project ${project}` : ''}) may send results`,
  )

const describeExpiry = ({ expiresAt }: WhoAmI, now: number): Finding[] => {
  const left = expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(expiresAt) - now
  if (!(left < EXPIRES_SOON_MS)) return []
  return [
    sayAccess.warning(`the key expires in ${duration(left)}`, {
      reason: 'from then on nothing is sent',
      fix: 'have a new one made in time',
      paste: NEW_KEY,
    }),
  ]
}

const describeRefusal = (sent: Asked, asked: Asked): Finding => {
  if (sent.kind === 'refused' && sent.answer.status === 403) {
    const rights =
      asked.kind === 'known' ? ` (it has the role ${asked.who.role} and ${asked.who.scopes.join(', ')})` : ''
    return sayAccess.problem(`the key may not send results (403)${rights}`, {
      reason: sent.message || 'sending takes the role editor and the scope ingest',
      fix: 'use a key with the role editor and the scope ingest',
      paste: NEW_KEY,
    })
  }
  if (sent.kind === 'refused' && sent.answer.status === 429)
    return sayAccess.warning('the server asks to send less for now (429)', {
      reason: sent.message || 'this key has used up its minute',
      fix: 'nothing: reporters wait and try again',
    })
  const said = sent.kind === 'unreachable' ? sent.reason : `it answered ${sent.answer.status}`
  return sayAccess.problem('an upload does not get through', {
    reason: sent.kind === 'refused' && sent.message ? `${said}: ${sent.message}` : said,
    fix: 'see whether a proxy or firewall on the way lets POST requests to /api/ingest pass',
  })
}
