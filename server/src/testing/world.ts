import { firstSignIn } from '../people/identity/bootstrap.ts'
import { png, runAttaching } from './artifacts.ts'
import { addAgent } from './bus.ts'
import { startIssuer } from './issuer.ts'
import type { TestApp } from './make-app.ts'
import { addPerson } from './people.ts'
import { sha } from './sha.ts'
import { failed, flaky, passed, run, send, settled, skipped } from './upload.ts'

const repository = 'acme/shop'
const SETTLED_MAIN_RUNS = 4

/** A project with some history on main, a pull request that breaks a test, and what else calls need. */
export async function makeWorld(app: TestApp) {
  const title = 'checkout > pays with a card'
  const usual = [passed('checkout > adds to the cart'), passed(title, { durationMs: 40 })]
  let base = ''
  for (let i = 1; i <= SETTLED_MAIN_RUNS; i++) {
    base = await settled(app, {
      build: `main-${i}`,
      code: {
        branch: 'main',
        testedSha: sha(String(i)),
        headSha: sha(String(i)),
        tree: sha(`${i}`),
        repository,
      },
      results: [
        ...usual,
        i % 2 === 0 ? flaky('search > finds') : passed('search > finds'),
        skipped('search > sorts', { reason: 'not yet' }),
        passed('cart > keeps its items'),
      ],
    })
    app.advance(3_600_000)
  }
  const head = await settled(app, {
    build: 'pr-7',
    code: {
      branch: 'cheaper-cards',
      baseBranch: 'main',
      pullRequest: 7,
      testedSha: sha('a'),
      headSha: sha('a'),
      baseSha: sha(String(SETTLED_MAIN_RUNS)),
      tree: sha('b'),
      repository,
    },
    results: [
      passed('checkout > adds to the cart'),
      failed(title, { message: 'expected 12.50 to be 12.05' }),
      passed('search > finds'),
      skipped('search > sorts', { reason: 'not yet' }),
      passed('cart > keeps all its items'),
    ],
  })
  const { data } = await send(app, run({ build: 'under-way', results: usual, end: null }))
  const detail = await app.get<{ results: { testId: string; titles: string[] }[] }>(`/api/executions/${head}`)
  const testId = detail.data.results.find(({ titles }) => titles.join(' > ') === title)?.testId ?? ''
  const attaching = await runAttaching(app, { 'shows the form': [png('')] }, { build: 'attaching' })
  const proposals = [await propose(app, 'docs/refunds.md'), await propose(app, 'docs/limits.md')]
  // Of another key, so that the first key's own agent is its only one.
  const { name: agent } = await addAgent(app, 'former-bot')
  return {
    agent,
    base,
    head,
    running: data.execution.id,
    testId,
    repository,
    attaching,
    proposals,
    ...(await makeWaysIn(app)),
  }
}

/** Proposes a new document of the project; returns the proposal's id. */
async function propose(app: TestApp, document: string): Promise<string> {
  const body = {
    project: 'shop',
    document,
    content: '# New\n',
    evidence: '4f2c1d9',
    reasoning: 'It was missing.',
  }
  return (await app.post<{ id: string }>('/api/proposals', body)).data.id
}

/** Links of one use, and people who have signed in: one who may do everything, one who is nowhere yet. */
async function makeWaysIn(app: TestApp) {
  const { url } = await firstSignIn(app.store, app.clock, '')
  const issuer = await startIssuer()
  app.issuers.push(issuer.url)
  const invite = async () => (await app.post<{ token: string }>('/api/invitations', {})).data.token
  return {
    passwordToken: url.slice(url.indexOf('#') + 1),
    joinToken: await invite(),
    acceptToken: await invite(),
    newcomer: (await addPerson(app)).token,
    issuer: issuer.url,
    workflowToken: await issuer.token(app.clock()),
  }
}

export type World = Awaited<ReturnType<typeof makeWorld>>
