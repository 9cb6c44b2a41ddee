import { describeKeyProblem } from '@svc/client/doctor'
import { type Asked, askUpload, askWhoAmI } from './ask-server.ts'
import { checkAccess } from './check-access.ts'
import { type Finding, findingsOf } from './finding.ts'
import { isOlder } from './older.ts'
import { type Subject, sourceOf } from './subject.ts'

const say = findingsOf('Server')

/** Whether the server answers, is an svc server, knows the key, and accepts results from it. */
export const checkServer = async (subject: Subject): Promise<Finding[]> => {
  const { unknown } = subject
  const findings = await findTrouble(subject)
  return findings.map((finding) => {
    const file = finding.check === 'Access' ? (unknown.apiKey ?? unknown.project) : unknown.url
    if (file === undefined || finding.state !== 'problem') return finding
    const reason = `${finding.reason}; options in ${file} that doctor cannot read may differ`
    return { ...finding, state: 'warning', reason }
  })
}

const findTrouble = async (subject: Subject): Promise<Finding[]> => {
  const { preview, stepMs } = subject
  const { url, proxy, apiKey = '', problem = '' } = preview.config
  const mistake = describeKeyProblem(apiKey)
  const [reason = '', fix] = problem.split('; ')
  if (problem && !(mistake && problem.includes(mistake)))
    return [say.problem(`${sourceOf('url', subject)} cannot be used`, { reason, ...(fix && { fix }) })]
  // A mistyped key has its own finding, and no header accepts every character of it.
  const isKey = mistake === undefined
  const server = { url, stepMs, ...(isKey && { apiKey }), ...(proxy && { proxy }) }
  const asked = await askWhoAmI(server)
  const trouble = asked.status === 0 ? unreachable(asked, subject) : describeAnswer(asked, url)
  if (trouble) return [trouble]
  const via = asked.proxy ? ` over the proxy ${asked.proxy}` : ''
  const version = asked.who ? `, svc ${asked.who.serverVersion}` : ''
  const origin = sourceOf('url', subject) ? '' : ' (the default)'
  return [
    say.ok(`${url}${origin} answers${via} in ${Math.max(1, Math.round(asked.tookMs))} ms${version}`),
    ...describeSafety(url, subject.env),
    ...describeVersion(asked, subject.version),
    ...(isKey ? await checkAccess(asked, () => askUpload(server), subject) : []),
  ]
}

const unreachable = ({ message }: Asked, subject: Subject): Finding => {
  const { url, ci } = subject.preview.config
  const [reason = '', ...advice] = message.split('; ')
  if (sourceOf('url', subject) === undefined)
    return say.problem(`${url} (the default) cannot be reached`, {
      reason: `SVC_URL is not set, and ${reason}`,
      fix: `set SVC_URL to the address of your server${ci ? ':' : ', or start one here:'}`,
      paste: ['export SVC_URL=https://svc.example.com'],
    })
  return say.problem(`${url} cannot be reached`, {
    reason,
    fix: advice.join('; ') || 'check that the server runs and that this machine may reach it',
  })
}

/** What is wrong with the first answer; undefined if an svc server gave it. */
const describeAnswer = (asked: Asked, url: string): Finding | undefined => {
  const { status, isOurs, proxy, message } = asked
  const shorter = url.replace(/\/api(?:\/.*)?$/, '')
  if (asked.who || (isOurs && status < 500 && shorter === url)) return undefined
  if (status >= 300 && status < 400) {
    const location = asked.header('location') ?? ''
    const target = URL.canParse(location, url) ? new URL(location, url).href : url
    return say.problem(`${url} redirects (${status})`, {
      reason: 'reporters follow no redirects, since these would get the key',
      fix: 'set SVC_URL to the address it redirects to',
      paste: [`export SVC_URL=${target.replace(/\/+(?:api\/whoami.*)?$/, '')}`],
    })
  }
  if (proxy && (status === 407 || !isOurs))
    return say.problem(`the proxy ${proxy} answers ${status} instead of ${url}`, {
      reason: 'HTTPS_PROXY or HTTP_PROXY leads there',
      fix: 'add user and password to its address, or go past it:',
      paste: [`NO_PROXY=${new URL(url).hostname}`],
    })
  if (status >= 500)
    return say.problem(`${url} has trouble (${status})`, {
      reason: message || 'the server, or something on the way to it, does not work',
      fix: "look at the server's log; runs keep their results on disk meanwhile",
    })
  return say.problem(`${url} is not the address of an svc server`, {
    reason: isOurs
      ? 'reporters add /api to the address themselves'
      : `the answer (${status}) is not from svc`,
    fix: shorter === url ? 'set SVC_URL to the address of your server' : 'leave the path out:',
    paste: shorter === url ? [] : [`export SVC_URL=${shorter}`],
  })
}

/** Names without a dot, private addresses and this machine are a network of one's own. */
const OWN_NETWORK =
  /^(?:[^.]+|.*\.(?:local|internal|localhost|test)|127\..*|10\..*|192\.168\..*|172\.(?:1[6-9]|2\d|3[01])\..*|\[.*\])$/

const describeSafety = (url: string, env: Subject['env']): Finding[] => {
  const { protocol, hostname } = new URL(url)
  if (protocol === 'http:' && !OWN_NETWORK.test(hostname))
    return [
      say.warning('the address begins with http://', {
        reason: 'anyone on the network path can read the key',
        fix: 'use the https:// address of the server',
      }),
    ]
  if (protocol === 'https:' && env.NODE_TLS_REJECT_UNAUTHORIZED === '0')
    return [
      say.warning('NODE_TLS_REJECT_UNAUTHORIZED is 0', {
        reason: 'Node checks no certificates, so anyone on the network path can read the key',
        fix: 'unset it; for your own authority, set NODE_EXTRA_CA_CERTS to its certificate',
      }),
    ]
  return []
}

/** A newer server understands older clients. */
const describeVersion = ({ who }: Asked, own: string): Finding[] => {
  if (!who || !isOlder(who.serverVersion, own)) return []
  return [
    say.warning(`the server has version ${who.serverVersion}, this command ${own}`, {
      reason: 'an older server refuses requests and ignores facts that it does not know',
      fix: 'upgrade the server, or use the command of its version:',
      paste: [`npx @svc/cli@${who.serverVersion}`],
    }),
  ]
}
