import { describeKeyProblem } from '@svc/client/doctor'
import { type Finding, findingsOf } from './finding.ts'
import type { Subject } from './subject.ts'

const say = findingsOf('Key')

/** Whether there is a key and whether it can be one. Nothing of the key itself is ever told. */
export const checkKey = (subject: Subject): Finding[] => {
  const { preview, unknown, unreadable } = subject
  const { apiKey } = preview.config
  if (apiKey === undefined) {
    if (unknown.apiKey !== undefined) return [laterKnown(unknown.apiKey)]
    if (unreadable !== undefined) return [perhapsGiven(unreadable)]
    return [missing(subject)]
  }
  const place = placeOf(subject)
  const problem = describeKeyProblem(apiKey)
  if (problem)
    return [
      say.problem(`the key in ${place} cannot be right: ${problem}`, {
        reason: 'a key ends in a checksum, so a mistake shows without asking a server',
        fix: 'copy the whole key again, or have a new one made',
        paste: NEW_KEY,
      }),
    ]
  const isWritten = subject.written.apiKey !== undefined && subject.variables.apiKey === undefined
  if (!isWritten) return [say.ok(`${place} is set and well-formed`)]
  return [
    say.warning(`${place} holds the key itself`, {
      reason: 'whoever reads the file, or the history of the repository, can send results in your name',
      fix: 'revoke it, and give a new one as SVC_API_KEY',
      paste: NEW_KEY,
    }),
  ]
}

/** Who may make one: with a key of an admin wherever, or whoever runs the server. */
export const NEW_KEY = [
  'npx @svc/cli keys create <name>   # with the key of an admin in SVC_API_KEY',
  'svc-server keys create <name>     # or on the server, beside its data',
]

const laterKnown = (file: string): Finding =>
  say.warning(`${file} gets the key in a way that only running it could tell`, {
    reason: 'so neither the key nor its rights were looked at',
    fix: 'run the doctor with that key in SVC_API_KEY',
  })

const perhapsGiven = (file: string): Finding =>
  say.warning(`SVC_API_KEY is not set, and ${file} has options that doctor cannot read`, {
    reason: 'they may hold a key; without one nothing is recorded',
    fix: 'run the doctor with that key in SVC_API_KEY, or write the options in the config as they are',
  })

const placeOf = ({ written, variables, env, envFiles, envFileLoader }: Subject): string => {
  if (written.apiKey !== undefined) return variables.apiKey ?? 'the config of the reporter'
  if (env.SVC_API_KEY?.trim()) return 'SVC_API_KEY'
  return `SVC_API_KEY of ${envFiles.find(({ values }) => values.SVC_API_KEY)?.file} (loaded by ${envFileLoader})`
}

const missing = ({ envFiles, preview, env }: Subject): Finding => {
  const found = 'SVC_API_KEY is not set'
  const { ci } = preview.config
  const file = envFiles.find(({ values }) => values.SVC_API_KEY)
  if (file)
    return say.problem(`SVC_API_KEY stands in ${file.file} only, which nothing loads`, {
      reason: 'reporters read the environment, never a file',
      fix: 'load it in the shell that runs the tests:',
      paste: [`set -a; . ./${file.file}; set +a`],
    })
  if (ci?.code.fork)
    return say.problem(found, {
      reason: 'this pull request comes from a fork, and CI gives no secrets to those',
      fix: 'nothing to do here; results of the branch are reported once it is merged',
    })
  if (ci && env.GITHUB_ACTOR === 'dependabot[bot]')
    return say.problem(found, {
      reason: "Dependabot's runs get secrets of their own",
      fix: 'add SVC_API_KEY under Settings > Secrets and variables > Dependabot',
    })
  if (ci?.run.provider === 'GitHub Actions')
    return say.problem(found, {
      reason: 'without a key nothing is recorded',
      fix: 'add it to the secrets of the repository, and to the step that runs the tests:',
      paste: ['env:', `  SVC_API_KEY: \${{ secrets.SVC_API_KEY }}`],
    })
  return say.problem(found, {
    reason: 'without a key nothing is recorded',
    fix: ci ? `add it to the secrets of ${ci.run.provider}` : 'set it to a key of your server:',
    paste: ci ? [] : ['export SVC_API_KEY=svc_...', ...NEW_KEY],
  })
}
