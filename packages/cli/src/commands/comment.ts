import { Command, Option } from 'commander'
import { HOSTS, type HostName } from '../comment/host.ts'
import type { Call } from '../run.ts'
import { type Manual, manualText } from '../terminal/manual.ts'
import { say } from '../terminal/messages.ts'
import { print } from '../terminal/print.ts'
import { nameFrom, numberFrom } from './options.ts'
import { waitOption } from './wait-option.ts'

interface Options {
  host?: HostName
  pullRequest?: number
  repo?: string
  /** Milliseconds. */
  wait?: number
  dryRun?: boolean
  url?: string
}

const MANUAL: Manual = {
  text: `Writes what the tests say of a change as one note on its merge request (GitLab) or one
comment on its pull request (Bitbucket Cloud, GitHub). It is the text that the GitHub Action
writes: whether this change broke anything first, then what it rests on. A later call updates
the note. Jobs that end at the same time leave one note with the results of all.

In GitLab CI and Bitbucket Pipelines the command takes host, number and repository from the
variables of the pipeline. In other CI systems name what they do not tell: --host,
--pull-request and --repo. In GitHub Actions use the action instead.

Only notes of the token's own user are updated. On a merged or closed request an existing note
is updated, and no new one is written. The exit code does not depend on the verdict: compare
is the gate.

While other jobs of a build still run, the note says "provisional". With --wait the command
waits for them first, so that the last job of a pipeline leaves a finished note.`,
  examples: [
    ['npx @svc/cli comment --wait', 'in the last job of a merge request pipeline'],
    ['npx @svc/cli comment --dry-run', 'print the Markdown, write nothing, ask for no token'],
    [
      'npx @svc/cli comment --host github --repo acme/shop --pull-request 7',
      'from a CI system that names neither',
    ],
  ],
  json: `{ "host", "repository", "pullRequest", "kind": "created" | "updated" |
  "unchanged" | "closed", "url", "revision", "provisional" }
With --dry-run: { "host", "repository", "pullRequest", "revision",
  "provisional", "markdown" }`,
  exitCodes: {
    0: 'the note is up to date, or the request is closed and has none',
    1: 'the note could not be written; a line says why and what to do',
    4: 'with --wait: the time ran out, and the note says "provisional"',
  },
  environment: {
    SVC_PROJECT: undefined,
    SVC_GITLAB_TOKEN:
      'access token with the scope api, else GITLAB_TOKEN; a CI_JOB_TOKEN may not write notes',
    SVC_BITBUCKET_TOKEN: 'access token with the scope pullrequest:write, else BITBUCKET_TOKEN',
    SVC_BITBUCKET_USER: 'e-mail address of the person whose API token it is; not for access tokens',
    SVC_BITBUCKET_URL: 'address of its API (default: https://api.bitbucket.org/2.0)',
    SVC_GITHUB_TOKEN: 'token with the permission pull requests: write, else GITHUB_TOKEN',
  },
  seeAlso: ['upload', 'compare', 'doctor'],
}

/** `svc comment`: the server's text on a merge or pull request. */
export const commentCommand = (call: Call): Command =>
  new Command('comment')
    .description('write the verdict on the merge or pull request')
    .addOption(new Option('--host <name>', 'where the code is hosted (default: what CI says)').choices(HOSTS))
    .option(
      '--pull-request <number>',
      'which merge or pull request (default: what CI says)',
      numberFrom(1, 2_147_483_647),
    )
    .option('--repo <name>', 'repository as owner/name (default: what CI or git says)', nameFrom)
    .addOption(waitOption())
    .option('--dry-run', 'print the Markdown and write nothing')
    .option('--url <address>', 'address of the server (default: SVC_URL, else http://127.0.0.1:4700)')
    .option('--json', 'print one JSON document instead of lines')
    .addHelpText('after', manualText(MANUAL))
    .action(async (options: Options) => {
      const [{ connect }, { findPlace }, { makeHost }, { fitted, keepNote }, { readPullRequest }] =
        await Promise.all([
          import('../server/connect.ts'),
          import('../comment/find-place.ts'),
          import('../comment/make-host.ts'),
          import('../comment/keep-note.ts'),
          import('../comment/read-pull-request.ts'),
        ])
      const { pullRequest: number, repo: repository, dryRun = false, wait } = options
      const connection = await connect(call, options.url === undefined ? {} : { url: options.url })
      const { code, proxy } = connection
      const known = { number: code.pullRequest, repository: code.repository }
      const place = findPlace(call.env, { host: options.host, number, repository }, known)
      const tell = (text: string) => say(call, 'svc: ', text)
      // Before anything is waited for: a token that is missing is told at once.
      const host = await makeHost(place, dryRun ? undefined : { env: call.env, proxy, say: tell })
      const read = (maxBytes: number) => readPullRequest(connection, place, maxBytes)
      let isProvisional = false
      if (wait !== undefined) {
        const { waitUntilSettled } = await import('../comment/wait-until-settled.ts')
        isProvisional = !(await waitUntilSettled(connection, place, call.now() + wait, call))
      }
      const about = { host: place.host, repository: place.repository, pullRequest: place.number }
      if (dryRun) {
        const text = await read(60_000)
        const markdown = await fitted(host, read, text)
        const { revision, provisional } = text
        print(call, { ...about, revision, provisional, markdown }, () => `${markdown}\n`)
        call.exitCode = isProvisional && provisional ? 4 : 0
        return
      }
      let provisional = false
      const kept = await keepNote({
        host,
        read: async (maxBytes) => {
          const text = await read(maxBytes)
          provisional = text.provisional
          return text
        },
      })
      const url = 'url' in kept ? kept.url : ''
      const at = url === '' ? '.' : `: ${url}`
      print(call, { ...about, ...kept, provisional }, () => `${TOLD[kept.kind](host.subject)}${at}\n`)
      call.exitCode = isProvisional && provisional ? 4 : 0
      if (call.exitCode === 4)
        tell('not everything has arrived in time; to wait longer: npx @svc/cli comment --wait=1h')
    })

const TOLD: Record<'created' | 'updated' | 'unchanged' | 'closed', (subject: string) => string> = {
  created: (subject) => `Wrote a note on ${subject}`,
  updated: (subject) => `Updated the note on ${subject}`,
  unchanged: (subject) => `The note on ${subject} is up to date`,
  closed: (subject) => `Nothing written: ${subject} is merged or closed, and has no note yet`,
}
