import { describeKeyProblem } from '@svc/client/cli'
import { archiveAddress } from '@svc/protocol'
import { addCommand } from '../project/installed.ts'
import { isOlder } from '../project/versions.ts'
import { askUpload, askWhoAmI, type ServerAnswer } from './ask-server.ts'
import { checkKeyWorks } from './check-key-works.ts'
import { type Finding, findingsIn, findingsOf, type Report } from './finding.ts'
import { type Subject, sourceOf } from './subject.ts'

const say = findingsOf('Server')

/** Checks that the server answers, is an svc server, accepts the key, and accepts results with it. */
export const checkServer = async (subject: Subject): Promise<Finding[]> => {
  const { unknown } = subject
  return findingsIn(await findTrouble(subject)).map((finding) => {
    const file = finding.check === 'Access' ? (unknown.apiKey ?? unknown.project) : unknown.url
    if (file === undefined || finding.state !== 'problem') return finding
    const reason = `${finding.reason}; the options in ${file}, which doctor cannot read, may override this`
    return { ...finding, state: 'warning', reason }
  })
}

const findTrouble = async (subject: Subject): Promise<Report> => {
  const { preview, stepMs } = subject
  const { url, proxy, apiKey = '', problem = '' } = preview.config
  const mistake = describeKeyProblem(apiKey)
  const [reason = '', fix] = problem.split('; ')
  if (problem && !(mistake && problem.includes(mistake)))
    return say.problem(`${sourceOf('url', subject)} is not valid`, { reason, ...(fix && { fix }) })
  // A mistyped key is reported separately, and not every character of it is valid in a header.
  const isKey = mistake === undefined
  const server = { url, stepMs, ...(isKey && { apiKey }), ...(proxy && { proxy }) }
  const answer = await askWhoAmI(server)
  const trouble = answer.status === 0 ? unreachable(answer, subject) : describeAnswer(answer, url)
  if (trouble) return trouble
  const via = answer.proxy ? ` through the proxy ${answer.proxy}` : ''
  const version = answer.who ? `, svc ${answer.who.serverVersion}` : ''
  const origin = sourceOf('url', subject) ? '' : ' (the default)'
  return [
    say.ok(`${url}${origin} answers${via} in ${Math.max(1, Math.round(answer.tookMs))} ms${version}`),
    describeSafety(url, subject.env),
    describeVersion(answer, subject),
    isKey && (await checkKeyWorks(answer, () => askUpload(server), subject)),
  ]
}

const START = [
  'npx @svc/server              # from npm',
  'npx -y pnpm@12 start         # in a clone',
  'docker compose up --detach   # in a clone, with containers',
]

const unreachable = ({ message }: ServerAnswer, subject: Subject): Finding => {
  const { url, ci } = subject.preview.config
  const [reason = '', ...advice] = message.split('; ')
  if (sourceOf('url', subject) === undefined)
    return say.problem(`${url} (the default) cannot be reached`, {
      reason: `SVC_URL is not set, and ${reason}`,
      fix: `set SVC_URL to the address of your server${ci ? ':' : ', or start a server here, in a folder for its data:'}`,
      paste: ['export SVC_URL=https://svc.example.com', ...(ci ? [] : START)],
    })
  return say.problem(`${url} cannot be reached`, {
    reason,
    fix: advice.join('; ') || 'check that the server is running and that this machine can reach it',
  })
}

/** The problem with the first answer; undefined if an svc server gave it. */
const describeAnswer = (answer: ServerAnswer, url: string): Finding | undefined => {
  const { status, isOurs, proxy, message, location } = answer
  const shorter = url.replace(/\/api(?:\/.*)?$/, '')
  if (answer.who || (isOurs && status < 500 && shorter === url)) return undefined
  if (status >= 300 && status < 400) {
    const target = URL.canParse(location, url) ? new URL(location, url).href : url
    return say.problem(`${url} redirects (${status})`, {
      reason: 'reporters follow no redirects, because the target would receive the key',
      fix: 'set SVC_URL to the target of the redirect:',
      paste: [`export SVC_URL=${target.replace(/\/+(?:api\/whoami.*)?$/, '')}`],
    })
  }
  if (proxy && (status === 407 || !isOurs))
    return say.problem(`the proxy ${proxy} answered ${status} instead of ${url}`, {
      reason: 'HTTPS_PROXY or HTTP_PROXY names this proxy',
      fix: 'add user and password to the address of the proxy, or bypass it:',
      paste: [`NO_PROXY=${new URL(url).hostname}`],
    })
  if (status >= 500)
    return say.problem(`${url} reports a server error (${status})`, {
      reason: message || 'the server or a proxy in front of it fails',
      fix: "check the server's log; reporters store results on disk meanwhile",
    })
  return say.problem(`${url} is not the address of an svc server`, {
    reason: isOurs
      ? 'reporters add /api to the address themselves'
      : `the answer (${status}) is not from svc`,
    fix: shorter === url ? 'set SVC_URL to the address of your server' : 'remove the path:',
    paste: shorter === url ? [] : [`export SVC_URL=${shorter}`],
  })
}

/** Names without a dot, private addresses and this machine belong to a private network. */
const OWN_NETWORK =
  /^(?:[^.]+|.*\.(?:local|internal|localhost|test)|127\..*|10\..*|192\.168\..*|172\.(?:1[6-9]|2\d|3[01])\..*|\[.*\])$/

const describeSafety = (url: string, env: Subject['env']): Report => {
  const { protocol, hostname } = new URL(url)
  if (protocol === 'http:' && !OWN_NETWORK.test(hostname))
    return say.warning('the address begins with http://', {
      reason: 'anyone on the network path can read the key',
      fix: 'use the https:// address of the server',
    })
  if (protocol === 'https:' && env.NODE_TLS_REJECT_UNAUTHORIZED === '0')
    return say.warning('NODE_TLS_REJECT_UNAUTHORIZED is 0', {
      reason: 'Node checks no certificates, so anyone on the network path can read the key',
      fix: 'unset it; for a private certificate authority, set NODE_EXTRA_CA_CERTS to its certificate',
    })
  return undefined
}

/** A newer server understands older clients. */
const describeVersion = ({ who }: ServerAnswer, { version: own, folder, env, preview }: Subject): Report =>
  who !== undefined &&
  isOlder(who.serverVersion, own) &&
  say.warning(`the server has version ${who.serverVersion}, this command ${own}`, {
    reason: 'an older server rejects requests and ignores facts that it does not know',
    fix: 'upgrade the server, or use its version of the command:',
    paste: [addCommand(folder, env, archiveAddress(preview.config.url, 'cli'))],
  })
