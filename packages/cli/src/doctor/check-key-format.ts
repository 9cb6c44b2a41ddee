import { describeKeyProblem } from '@svc/client/cli'
import { onServer } from '../terminal/on-server.ts'
import { type Finding, findingsOf } from './finding.ts'
import { type Subject, sourceOf } from './subject.ts'

const say = findingsOf('Key')

/** How to create a key: as an admin anywhere, or as the operator of the server. */
export const NEW_KEY = [
  'npx --no svc keys create <name>   # with the API key of an admin in SVC_API_KEY',
  '# or on the server, next to its data:',
  ...onServer('keys create <name>'),
]

/** Checks that there is a key and that its format is valid. Reports no part of the key itself. */
export const checkKeyFormat = (subject: Subject): Finding => {
  const { apiKey } = subject.preview.config
  if (apiKey === undefined) return missing(subject)
  const place = sourceOf('apiKey', subject)
  const mistake = describeKeyProblem(apiKey)
  if (mistake)
    return say.problem(`the key in ${place} is not valid: ${mistake}`, {
      reason: 'a key ends in a checksum, so doctor finds a typo without the server',
      fix: 'copy the whole key again, or create a new one:',
      paste: NEW_KEY,
    })
  if (subject.preview.config.usesLogin) return say.ok('the key of svc login is used, and well-formed')
  if (!subject.written.apiKey || subject.variables.apiKey) return say.ok(`${place} is set and well-formed`)
  return say.warning(`${place} contains the key itself`, {
    reason: 'anyone who can read the file or its git history can send results in your name',
    fix: 'revoke the key, and set a new one as SVC_API_KEY:',
    paste: NEW_KEY,
  })
}

const missing = ({ unknown, envFiles, preview, env, hasLogin }: Subject): Finding => {
  const { ci } = preview.config
  const file = envFiles.find(({ values }) => values.SVC_API_KEY)?.file
  if (unknown.apiKey !== undefined)
    return say.warning(`SVC_API_KEY is not set, and doctor cannot read the options in ${unknown.apiKey}`, {
      reason: 'the options may contain a key; without a key, nothing is recorded',
      fix: 'run doctor with that key in SVC_API_KEY',
    })
  if (file !== undefined)
    return say.problem(`SVC_API_KEY is only in ${file}, which nothing loads`, {
      reason: 'reporters read the environment, not files',
      fix: 'load it in the shell that runs the tests:',
      paste: [`set -a; . ./${file}; set +a`],
    })
  const absence = 'SVC_API_KEY is not set'
  if (ci?.code.fork)
    return say.problem(absence, {
      reason: 'this pull request comes from a fork, and CI passes no secrets to forks',
      fix: 'none needed; results of the branch are reported after the merge',
    })
  if (ci && env.GITHUB_ACTOR === 'dependabot[bot]')
    return say.problem(absence, {
      reason: "Dependabot's runs have separate secrets",
      fix: 'add SVC_API_KEY under Settings > Secrets and variables > Dependabot',
    })
  const reason = 'without a key, nothing is recorded'
  if (ci?.run.provider === 'GitHub Actions')
    return say.problem(absence, {
      reason,
      fix: 'add it to the secrets of the repository, and pass it to the step that runs the tests:',
      paste: ['env:', `  SVC_API_KEY: \${{ secrets.SVC_API_KEY }}`],
    })
  if (ci) return say.problem(absence, { reason, fix: `add it to the secrets of ${ci.run.provider}` })
  return say.problem(absence, {
    reason: hasLogin
      ? `${reason}: the stored login is for another server, cannot send results, or is turned off by SVC_LOGIN`
      : reason,
    fix: 'log in, or set it to an API key of your server:',
    paste: ['npx --no svc login', 'export SVC_API_KEY=svc_...', ...NEW_KEY],
  })
}
