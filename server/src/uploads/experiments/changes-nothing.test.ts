import { type Operation, takesBody } from '@svc/schema'
import { operationTables } from '@svc/schema/operations'
import { expect, test } from 'vitest'
import { CALLS } from '../../testing/calls/calls.ts'
import { onBothDatabases } from '../../testing/each-database.ts'
import { experiment, sendExperiments, trialsOf } from '../../testing/experiments.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { sha } from '../../testing/sha.ts'
import { makeWorld } from '../../testing/world.ts'

/** The tables whose operations read executions, or what is made of them. */
const READERS = [
  'Executions',
  'Find',
  'CI',
  'Artifacts',
  'Overview',
  'Metrics and trends',
  'Tests',
  'Projects',
  'Comparison',
  'Renames',
  'Failures',
  'Failures with their context',
  'Pull requests',
  'Badge',
  'Retention',
] as const satisfies (keyof typeof operationTables)[]

const READS = READERS.flatMap((heading) =>
  Object.entries(operationTables[heading] as Record<string, Operation>).flatMap(([id, { method }]) =>
    takesBody(method) || method === 'DELETE' ? [] : [id],
  ),
)
/** Streams, and routes that are mounted by hand. */
const BY_HAND = ['getExecution']
/** They need an object that only a write makes, and read no execution. */
const OF_WRITES = ['getBadge', 'getArtifactText', 'listDocumentFailures', 'findFailureDocuments']

/** Counts facts of an execution, so that comments and reports are made again. */
const withoutRevision = (text: string) => text.replaceAll(/("revision":|revision=)\d+/g, '$1')

async function askAll(app: TestApp, world: Awaited<ReturnType<typeof makeWorld>>) {
  const answers = new Map<string, string>()
  const found: Record<string, Record<string, unknown>> = {}
  for (const id of ['listFailures', ...READS, ...BY_HAND]) {
    if (OF_WRITES.includes(id)) continue
    const call = CALLS[id]?.({ ...world, now: app.clock(), data: (name) => found[name] ?? {} })
    if (!call) throw new Error(`${id} has no call`)
    const answer = await app.request(call.path)
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(`${id}: ${answer.status} ${text}`)
    if (text.startsWith('{')) found[id] = JSON.parse(text).data
    answers.set(id, withoutRevision(text))
  }
  return answers
}

const changed = (before: Map<string, string>, after: Map<string, string>) =>
  [...before].flatMap(([id, text]) => (after.get(id) === text ? [] : [id]))

const CARD = { file: 'shop.test.ts', titles: ['checkout', 'pays with a card'], leg: 'linux-x64-node24' }
const FINDS = { ...CARD, titles: ['search', 'finds'] }

onBothDatabases('experiments', (makeApp) => {
  test('of any execution, also of main, change no answer about executions', async () => {
    const app = await makeApp()
    const world = await makeWorld(app)
    const before = await askAll(app, world)
    const { data: executions } = await app.get<{ id: string; testedSha: string | null }[]>('/api/executions')
    for (const { id, testedSha } of executions) {
      // Of the head's own code they would be evidence, so its are of other code.
      const commit = id === world.head ? sha('c') : (testedSha ?? sha('c'))
      const head = { commit, dirty: false, command: 'x' }
      const base = { commit: sha('d'), branch: 'main', isOlder: true, command: 'x' }
      const more = { head, base }
      const sent = [
        experiment('fFfFfFfF', { ...more, test: CARD }),
        experiment('fPpFfPpF', { ...more, test: FINDS }),
        experiment('ffPPfPvv', { ...more, test: FINDS, purpose: 'burn-in' }),
      ]
      expect((await sendExperiments(app, id, ...sent)).error).toBeUndefined()
    }
    await app.sweep()
    expect(changed(before, await askAll(app, world))).toEqual([])
  })

  test('of the code of a pull request change its verdicts alone', async () => {
    const app = await makeApp()
    const world = await makeWorld(app)
    const before = await askAll(app, world)
    const base = { commit: sha('4'), branch: 'main', isOlder: true, command: 'x' }
    const trials = trialsOf('ffPPfP', 'expected 12.50 to be 12.05')
    await sendExperiments(app, world.head, experiment('', { test: CARD, base, trials }))
    const after = await askAll(app, world)
    expect(changed(before, after).sort()).toEqual(SHOW_VERDICTS)
    const kinds = (answers: Map<string, string>) =>
      /"kind":"(mine|unknown)"/.exec(answers.get('compareExecutions') ?? '')?.[1]
    expect([kinds(before), kinds(after)]).toEqual(['unknown', 'mine'])
  })
})

/** What shows the verdicts of an execution, or counts them; all others stay as they are. */
const SHOW_VERDICTS = [
  'compareExecutions',
  'getFailureContext',
  'getHome',
  'getOverview',
  'getPullRequest',
  'getReport',
  'listExecutionFailures',
  'listPullRequests',
]
