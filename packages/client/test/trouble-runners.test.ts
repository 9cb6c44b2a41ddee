import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { toApiKey } from '@svc/protocol'
import { runnerProject } from '@svc/test-kit/runner-project'
import { saidIn } from '@svc/test-kit/said'
import { newestOf, type RunnerName } from '@svc/test-kit/versions'
import { describe, expect, type TestContext, test } from 'vitest'
import { journalFiles } from './recording.ts'
import { closedAddress, problem } from './server.ts'
import { selfSigned } from './trouble-certificates.ts'
import { answering, answeringSecurely, type Listening, raw } from './trouble-servers.ts'

const KEY = toApiKey(randomBytes(32))

const FILES: Record<RunnerName, Record<string, string>> = {
  jest: {
    'a.test.js': `test('passes', () => {})\ntest('fails', () => { throw new Error('boom') })`,
  },
  playwright: {
    'a.spec.js': `const { test } = require('@playwright/test')\ntest('passes', () => {})\ntest('fails', () => { throw new Error('boom') })`,
  },
  vitest: {
    'a.test.js': `import { test } from 'vitest'\ntest('passes', () => {})\ntest('fails', () => { throw new Error('boom') })`,
  },
}

interface Trouble {
  what: string
  listen?: () => Promise<Listening>
  scheme?: string
  env?: Record<string, string>
  /** Each line that is said, in order. */
  says: RegExp[]
  journals: string[]
}

/** Who notices first that time is up, the request or the run, is up to a busy machine. */
const OUT_OF_TIME = /no complete answer in time; .*timeoutMs|time ran out before all results were sent/
const KEPT = /^svc: they are kept in .*svc flush$/
const ONE = [expect.stringMatching(/\.ndjson$/)]
const reply = (status: number, body: string) =>
  answering((_, response) => void response.writeHead(status).end(body))

const TROUBLES: Trouble[] = [
  {
    what: 'no key',
    env: { SVC_API_KEY: '' },
    says: [/^svc: no API key, so nothing is recorded; set SVC_API_KEY/],
    journals: [],
  },
  {
    what: 'a key with a typing error',
    env: { SVC_API_KEY: `${KEY.slice(0, -1)}!` },
    says: [/the API key is not valid/, KEPT],
    journals: ONE,
  },
  {
    what: 'a key that is refused',
    listen: () => reply(401, problem(401, 'UNAUTHORIZED', 'no such key').body),
    says: [/rejected the API key \(401: no such key\)/, KEPT],
    journals: ONE,
  },
  {
    what: 'a page to sign in',
    listen: () => reply(200, '<html>Sign in</html>'),
    says: [/not from an svc server/, KEPT],
    journals: ONE,
  },
  {
    what: 'a server that refuses for good',
    listen: () => reply(400, problem(400, 'INVALID_REQUEST', 'line 3').body),
    says: [
      /rejected the results \(400: line 3\); the journal is kept in/,
      /move the journal up one folder and run: .*svc flush$/,
    ],
    journals: ['rejected'],
  },
  {
    what: 'a server with trouble',
    listen: () => reply(502, '<html>Bad Gateway</html>'),
    says: [/502, .*not from an svc server/, KEPT],
    journals: ONE,
  },
  { what: 'nothing that listens', says: [/\(ECONNREFUSED\): no server listens there/, KEPT], journals: ONE },
  {
    what: 'silence',
    listen: () => raw(() => undefined),
    env: { SVC_TIMEOUT_MS: '600' },
    says: [OUT_OF_TIME, KEPT],
    journals: ONE,
  },
  {
    what: 'a certificate nobody vouches for',
    scheme: 'https',
    listen: () =>
      answeringSecurely(
        selfSigned({ name: 'x', hosts: ['127.0.0.1'] }),
        (_, response) => void response.end(),
      ),
    says: [/its certificate is not trusted; set NODE_EXTRA_CA_CERTS/, KEPT],
    journals: ONE,
  },
]

const NAMES: RunnerName[] = ['vitest', 'jest', 'playwright']

/** One runner and these are enough for `test`: what is said is the client's. */
const TYPICAL = ['no key', 'a key that is refused', 'a server with trouble', 'silence']
const isTypical = ({ what }: Trouble) => TYPICAL.includes(what)

for (const name of NAMES)
  describe(`trouble with the server, inside ${name}`, { tags: name === 'jest' ? [] : ['thorough'] }, () => {
    test.concurrent.for(TROUBLES.filter(isTypical))('$what', expectOutcomeKept)
    test.concurrent.for(TROUBLES.filter((trouble) => !isTypical(trouble)))(
      '$what',
      { tags: 'thorough' },
      expectOutcomeKept,
    )

    test.concurrent('a run that passes stays one where nothing listens', async ({ expect }) => {
      const passing = Object.entries(FILES[name]).map(([path, text]) => [
        path,
        text.replace(/test\('fails.*/, ''),
      ])
      const project = runnerProject(newestOf(name), Object.fromEntries(passing))
      try {
        const env = { SVC_API_KEY: KEY, SVC_URL: await closedAddress() }
        const { code, output } = await project.run(project.command(), { env })
        expect(code).toBe(0)
        expect(output).toMatch(/no server listens there/)
      } finally {
        project.remove()
      }
    })

    async function expectOutcomeKept(
      { listen, scheme = 'http', env, says, journals }: Trouble,
      { expect }: TestContext,
    ) {
      const project = runnerProject(newestOf(name), FILES[name])
      const listening = await listen?.()
      const url = listening ? `${scheme}://127.0.0.1:${listening.port}` : await closedAddress()
      try {
        const { code, output } = await project.run(project.command(), {
          env: { SVC_API_KEY: KEY, SVC_URL: url, ...env },
        })
        expect(code).toBe(1)
        expect(saidIn(output)).toEqual(says.map((line) => expect.stringMatching(line)))
        expect(output).not.toMatch(/[Uu]nhandled|at .*packages\/client/)
        expect(output).not.toContain(KEY)
        // Playwright attaches a description of its own to a failed test, which waits beside the journal.
        const kept = journalFiles(project.folder).filter((file) => !file.endsWith('.artifacts'))
        expect(kept).toEqual(journals)
        expect(readFileSync(join(project.folder, 'report.json'), 'utf8')).toMatch(/"passes"/)
      } finally {
        await listening?.close()
        project.remove()
      }
    }
  })
