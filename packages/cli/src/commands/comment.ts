import { withoutCiCommands } from '@svc/protocol'
import { Command, Option } from 'commander'
import type { Call } from '../call.ts'
import { HOSTS, type HostName } from '../comment/host.ts'
import { type Manual, manualText } from '../terminal/manual.ts'
import { say } from '../terminal/messages.ts'
import { print } from '../terminal/print.ts'
import { nameFrom, numberFrom, URL_OPTION, waitOption } from './options.ts'

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
  text: `Posts the comparison as one note on the merge request (GitLab) or one comment on the pull
request (Bitbucket Cloud, GitHub). The text is the same as that of the GitHub Action: first
whether this change broke anything, then the evidence. A later call updates the note. If jobs
end at the same time, they still leave one note, with the results of all jobs.

In GitLab CI and Bitbucket Pipelines, the command reads the host, the number and the
repository from the pipeline's variables. In other CI systems, name what is missing with
--host, --pull-request and --repo. In GitHub Actions, use the action instead.

The command updates only notes that the token's own user wrote. On a merged or closed request
it updates an existing note and writes no new one. The exit code does not depend on the
verdict: use compare as the gate.

While other jobs of the build run, the note says "provisional". With --wait, the command
waits for them first, so that the last job of a pipeline leaves a final note.`,
  examples: [
    ['npx --no svc comment --wait', 'in the last job of a merge request pipeline'],
    ['npx --no svc comment --dry-run', 'print the Markdown; needs no token and writes nothing'],
    [
      'npx --no svc comment --host github --repo acme/shop --pull-request 7',
      'in a CI system without variables for them',
    ],
  ],
  json: `{ "host", "repository", "pullRequest", "kind": "created" | "updated" |
  "unchanged" | "closed", "url", "revision", "provisional" }
With --dry-run: { "host", "repository", "pullRequest", "revision",
  "provisional", "markdown" }`,
  exitCodes: {
    0: 'the note is up to date, or the request is closed and has none',
    1: 'the command could not write the note; a line says why and what to do',
    4: 'with --wait: time ran out, and the note says "provisional"',
  },
  environment: {
    SVC_PROJECT: undefined,
    SVC_GITLAB_TOKEN:
      'access token with the scope api (default: GITLAB_TOKEN); a CI_JOB_TOKEN cannot write notes',
    SVC_BITBUCKET_TOKEN: 'access token with the scope pullrequest:write (default: BITBUCKET_TOKEN)',
    SVC_BITBUCKET_USER: "e-mail address of the API token's owner; omit it for access tokens",
    SVC_BITBUCKET_URL: 'address of the Bitbucket API (default: https://api.bitbucket.org/2.0)',
    SVC_GITHUB_TOKEN: 'token with the permission pull requests: write (default: GITHUB_TOKEN)',
  },
  seeAlso: ['upload', 'compare', 'doctor'],
}

/** `svc comment`: posts the server's text on a merge or pull request. */
export const commentCommand = (call: Call): Command =>
  new Command('comment')
    .description('post the comparison on the merge or pull request')
    .addOption(new Option('--host <name>', 'code host (default: detected in CI)').choices(HOSTS))
    .option(
      '--pull-request <number>',
      'number of the merge or pull request (default: detected in CI)',
      numberFrom(1, 2_147_483_647),
    )
    .option('--repo <name>', 'repository as owner/name (default: from CI or git)', nameFrom)
    .addOption(waitOption())
    .option('--dry-run', 'print the Markdown and write nothing')
    .option(...URL_OPTION)
    .option('--json', 'print one JSON document')
    .addHelpText('after', manualText(MANUAL))
    .action(async (options: Options) => {
      const [{ connect }, { findPlace }, { makeHost }, { fitComment, keepComment }, { readPullRequest }] =
        await Promise.all([
          import('../server/connect.ts'),
          import('../comment/find-place.ts'),
          import('../comment/make-host.ts'),
          import('@svc/client/comment'),
          import('../comment/read-pull-request.ts'),
        ])
      const { pullRequest: number, repo: repository, dryRun = false, wait } = options
      const connection = await connect(call, options.url === undefined ? {} : { url: options.url })
      const { code, proxy } = connection
      const known = { number: code.pullRequest, repository: code.repository }
      const place = findPlace(call.env, { host: options.host, number, repository }, known)
      const tell = (text: string) => say(call, 'svc: ', text)
      // Created before the wait, so that a missing token is reported at once.
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
        const markdown = await fitComment(host, read, text)
        const { revision, provisional } = text
        print(
          call,
          { ...about, revision, provisional, markdown },
          () => `${markdown.split('\n').map(withoutCiCommands).join('\n')}\n`,
        )
        call.exitCode = isProvisional && provisional ? 4 : 0
        return
      }
      let provisional = false
      const kept = await keepComment({
        host,
        mayCreate: await host.isOpen(),
        read: async (maxBytes) => {
          const text = await read(maxBytes)
          provisional = text.provisional
          return text
        },
      })
      const kind = kept.kind === 'none' ? 'closed' : kept.kind
      const url = 'url' in kept ? kept.url : ''
      const suffix = url === '' ? '.' : `: ${url}`
      print(call, { ...about, ...kept, kind, provisional }, () => `${TOLD[kind](host.subject)}${suffix}\n`)
      if (kept.kind === 'created' && kept.foreign > 0)
        tell(
          `${kept.foreign === 1 ? 'a note of another author begins' : `${kept.foreign} notes of other authors begin`} with svc's marker: a new note was written, and ${kept.foreign === 1 ? 'that one stays' : 'those stay'} unchanged`,
        )
      call.exitCode = isProvisional && provisional ? 4 : 0
      if (call.exitCode === 4)
        tell('some results have not arrived in time; to wait longer: npx --no svc comment --wait=1h')
    })

const TOLD: Record<'created' | 'updated' | 'unchanged' | 'closed', (subject: string) => string> = {
  created: (subject) => `Created a note on ${subject}`,
  updated: (subject) => `Updated the note on ${subject}`,
  unchanged: (subject) => `The note on ${subject} is up to date`,
  closed: (subject) => `No note written: ${subject} is merged or closed and has no note yet`,
}
