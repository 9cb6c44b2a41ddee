import { createHash } from 'node:crypto'
import { newId } from '../../ground/kernel/id.ts'
import { archive } from '../archive.ts'
import { declare, declared, png, put, sha256 } from '../artifacts.ts'
import { experiment } from '../experiments.ts'
import type { TestApp } from '../make-app.ts'
import { failed, flaky, type MadeRun, type MadeTest, passed, run, send, skipped } from '../upload.ts'
import { giveAgent } from './agents.ts'
import type { Kind } from './names.ts'

/** An organization, with a key that has every right. */
export interface Home {
  id: number
  slug: string
  key: string
}

/** The id of one thing of each kind. */
export type Ids = Record<Exclude<Kind, 'cursor'>, string>

/** Creates a project with data of every kind and the mark in every text. */
export async function fillProject(app: TestApp, home: Home, mark: string) {
  const { key } = home
  const slug = `${mark}-shop`
  const repository = `${mark}/shop`
  const code = {
    branch: `${mark}-main`,
    defaultBranch: `${mark}-main`,
    repository,
    message: `${mark}: a commit`,
  }
  const upload = (made: MadeRun) => settle(app, key, { ...facts(mark, slug), ...made })
  let base = ''
  for (let turn = 0; turn < 4; turn++) {
    base = await upload({
      build: `${mark}-main-${turn}`,
      code: {
        ...code,
        testedSha: shaOf(mark, turn),
        headSha: shaOf(mark, turn),
        tree: shaOf(mark, turn + 50),
      },
      results: usual(mark, turn),
    })
    if (turn === 0) await archive(app, base)
    app.advance(60_000)
  }
  const topic = { ...code, branch: `${mark}-topic`, baseBranch: code.branch, baseSha: shaOf(mark, 3) }
  let attached = { artifact: '', upload: '', journal: '', bytes: '', execution: '' }
  for (let turn = 0; turn < 2; turn++) {
    const sha = shaOf(mark, 10 + turn)
    attached = await attach(app, key, mark, {
      ...facts(mark, slug),
      build: `${mark}-pr-${turn}`,
      code: { ...topic, pullRequest: pullRequestOf(mark), testedSha: sha, headSha: sha, tree: sha },
      results: broken(mark),
      errors: [{ file: `${mark}.setup.ts`, failure: { message: `${mark}: outside of tests` } }],
    })
    await app.request(`/api/executions/${attached.execution}/settle`, { method: 'POST', key })
    app.advance(60_000)
  }
  const head = attached.execution
  for (let turn = 0; turn < 2; turn++) {
    const test = { file: 'shop.test.ts', titles: ['walks'], leg: `${mark}-linux` }
    const tried = {
      machine: `${mark}-machine`,
      head: { commit: shaOf(mark, 11), dirty: false, command: mark },
    }
    const { error } = await app.post(
      '/api/experiments',
      { execution: head, experiments: [experiment('fp', { test, base: null, ...tried })] },
      { key },
    )
    if (error) throw new Error(error.message)
  }
  await upload({
    build: `${mark}-shared-number`,
    code: { ...topic, pullRequest: 7 },
    results: [failed('shared > pays', { message: 'both have this one' }), passed(`${mark} new name`)],
  })
  const { data } = await app.get<{ results: { testId: string; titles: string[] }[] }>(
    `/api/executions/${head}`,
    {
      key,
    },
  )
  const testOf = (title: string) =>
    data.results.find(({ titles }) => titles.join(' > ') === title)?.testId ?? ''
  const failures = await app.get<{ fingerprint: string; message: string }[]>(
    `/api/failures?execution=${head}`,
    { key },
  )
  const badge = await app.post<{ url: string }>(`/api/projects/${slug}/badge`, {}, { key })
  await app.post(`/api/projects/${slug}/monitor`, { minRuns: 2 }, { key })
  const documents = [await writeDocument(app, key, mark, slug), await writeDocument(app, key, mark, slug)]
  const proposals = [await propose(app, key, mark, slug), await propose(app, key, mark, slug)]
  const templates = [await writeTemplate(app, key, mark, slug), await writeTemplate(app, key, mark, slug)]
  const renames = [await rename(app, key, mark, slug), await rename(app, key, mark, slug)]
  const failure = failures.data.find(({ message }) => message.startsWith(mark))?.fingerprint ?? ''
  const tests = [testOf(`${mark} pays`), testOf('shared > pays')]
  const work = await makeWork(app, key, mark, { project: slug, failure, tests })
  return {
    ...attached,
    ...work,
    ...(await giveAgent(app, home, { key, mark })),
    ...(await giveAgent(app, home, { key, mark })),
    base,
    project: slug,
    branch: code.branch,
    suite: `${mark}-suite`,
    build: `${mark}-pr-1`,
    framework: `${mark}-runner`,
    leg: `${mark}-linux`,
    variant: `${mark}-chromium`,
    sha: shaOf(mark, 11),
    repository,
    words: `${mark} pays`,
    pullRequest: String(pullRequestOf(mark)),
    test: testOf(`${mark} pays`),
    failure,
    badge: new URL(badge.data.url).pathname.slice('/badge/'.length),
    rename: renames[1] ?? '',
    proposal: proposals[1] ?? '',
    template: templates[1] ?? '',
    ...(documents[1] as WalkedDocument),
  }
}

/** Facts of a run with the mark in every text. */
export const facts = (mark: string, project: string): MadeRun => ({
  project,
  suite: `${mark}-suite`,
  part: { job: `${mark}-job`, package: mark, config: `${mark}.config.ts`, leg: `${mark}-linux` },
  ci: {
    provider: `${mark}-ci`,
    url: `https://${mark}.test/run`,
    event: `${mark}-push`,
    workflow: `${mark}.yml`,
  },
  runner: { name: `${mark}-runner`, version: '1.0.0' },
  environment: { machine: `${mark}-machine` },
  tags: [`${mark}-tag`],
  codeowners: { path: '.github/CODEOWNERS', text: `* @${mark}-team\n` },
})

const usual = (mark: string, turn: number): MadeTest[] => [
  passed(`${mark} pays`, { file: `${mark}.test.ts` }),
  passed(`${mark} ships`, { file: `${mark}.test.ts` }),
  passed('shared > pays'),
  passed('walks'),
  turn % 2 === 0 ? flaky(`${mark} finds`, { message: `${mark}: slipped` }) : passed(`${mark} finds`),
  turn % 2 === 0 ? flaky(`${mark} sorts`, { message: `${mark}: slid` }) : passed(`${mark} sorts`),
  skipped(`${mark} waits`, { reason: `${mark}: not yet` }),
]

const broken = (mark: string): MadeTest[] => [
  failed(`${mark} pays`, { file: `${mark}.test.ts`, message: `${mark}: expected 1 to be 2` }),
  failed(`${mark} ships`, { file: `${mark}.test.ts`, message: `${mark}: never arrived` }),
  failed('shared > pays', { message: 'both have this one' }),
  passed(`${mark} finds`),
  passed(`${mark} sorts`),
]

/** A pull request's number that differs between marks. */
const pullRequestOf = (mark: string): number => 1_000 + Number.parseInt(shaOf(mark, 99).slice(0, 5), 16)

const shaOf = (mark: string, turn: number): string =>
  createHash('sha1').update(`${mark} ${turn}`).digest('hex')

/** Uploads a run and settles it; returns the id of its execution. */
export async function settle(app: TestApp, key: string, made: MadeRun): Promise<string> {
  const { data, error } = await send(app, run(made), { key })
  if (error) throw new Error(error.message)
  await app.request(`/api/executions/${data.execution.id}/settle`, { method: 'POST', key })
  return data.execution.id
}

/** Uploads a run with one stored and one awaited artifact; declares neither if `isDeclared` is false. */
export async function attach(app: TestApp, key: string, mark: string, made: MadeRun, isDeclared = true) {
  const stored = png(`${mark}: seen`, `${mark}.png`)
  const awaited = png(`${mark}: awaited ${++turns}`, `${mark}-2.png`)
  const attachments = [stored, awaited].map(({ name, contentType }) => ({ name, contentType }))
  const detail = { errors: [{ message: `${mark}: wrong` }], attachments }
  const drawing: MadeTest = {
    file: `${mark}.test.ts`,
    titles: [`${mark} draws`],
    attempts: [{ status: 'failed', detail }],
  }
  const results = [drawing, ...(made.results ?? [])]
  const { data, error } = await send(app, run({ build: newId(app.clock()), ...made, results }), { key })
  if (error) throw new Error(error.message)
  const { journal, execution } = data
  if (!isDeclared) return { artifact: '', upload: '', journal, bytes: '', execution: execution.id }
  const answer = await declare(app, journal, [declared(stored, 0, 0), declared(awaited, 0, 1)], key)
  const [artifact = '', upload = ''] = answer.data.items.map((item) => ('id' in item ? item.id : ''))
  await put(app, artifact, stored.bytes, { key })
  awaitedBytes.set(upload, awaited.bytes)
  return { artifact, upload, journal, bytes: sha256(stored.bytes), execution: execution.id }
}

/** Bytes of awaited artifacts, by the artifact's id. */
export const awaitedBytes = new Map<string, Uint8Array>()

let turns = 0

/** Confirms a rename between two new tests; returns its id. */
export async function rename(app: TestApp, key: string, mark: string, project: string) {
  const [from, to] = [await newTest(app, key, mark, project), await newTest(app, key, mark, project)]
  const { data, error } = await app.post<{ renames: { id: string }[] }>(
    '/api/renames',
    { project, from, to },
    { key },
  )
  if (error) throw new Error(error.message)
  return data.renames[0]?.id ?? ''
}

/** Uploads a run with one new test; returns the test's id. */
export async function newTest(app: TestApp, key: string, mark: string, project: string): Promise<string> {
  const title = `${mark} test ${++turns}`
  const build = newId(app.clock())
  const id = await settle(app, key, { ...facts(mark, project), build, results: [passed(title)] })
  const { data } = await app.get<{ results: { testId: string }[] }>(`/api/executions/${id}`, { key })
  return data.results[0]?.testId ?? ''
}

/** A document with its first chunk, by the names of `names.ts`. */
export interface WalkedDocument {
  document: string
  path: string
  folder: string
  chunk: string
}

/** Writes a new document of two revisions. */
export async function writeDocument(
  app: TestApp,
  key: string,
  mark: string,
  project: string,
): Promise<WalkedDocument> {
  const folder = `${mark}-${++turns}`
  const path = `${folder}/${mark}.md`
  const write = (content: string) =>
    app.put<{ id: string }>('/api/documents', { project, path, content }, { key })
  await write(`# ${mark} title\n\nFirst.\n`)
  const { data, error } = await write(`# ${mark} title\n\n${mark} knows.\n`)
  if (error) throw new Error(error.message)
  const chunk = app.store.lookup
    .selectFrom('chunk')
    .innerJoin('document', 'document.id', 'chunk.document_id')
    .select('chunk.public_id')
    .where('document.public_id', '=', data.id)
  return { document: data.id, path, folder, chunk: (await chunk.executeTakeFirstOrThrow()).public_id }
}

/** Registers an agent with two of each: tasks, leases, subscriptions, fixes to verify. */
async function makeWork(
  app: TestApp,
  key: string,
  mark: string,
  { project, failure, tests }: { project: string; failure: string; tests: string[] },
) {
  const agent = `${mark}-agent`
  const made = async (path: string, body: object) => {
    const headers = { 'Svc-Agent': agent }
    const { data, error } = await app.post<{ id: string }>(path, body, { key, headers })
    if (error) throw new Error(`${path}: ${error.message}`)
    return data.id
  }
  const capabilities = { rerun: true, note: `${mark} can` }
  await made('/api/bus/agents', { name: agent, instance: `${mark}-host`, project, capabilities })
  const task = { assignedTo: agent, title: `${mark} task`, project }
  const fix = { project, fingerprint: failure, commit: shaOf(mark, 10) }
  await made('/api/bus/tasks', task)
  await made('/api/bus/subscriptions', { event: 'test.became-flaky', project })
  await made('/api/bus/fix-verifications', fix)
  for (const id of tests) await made('/api/bus/leases', { subject: 'test', id, project, minutes: 1_440 })
  return {
    agent,
    task: await made('/api/bus/tasks', task),
    subscription: await made('/api/bus/subscriptions', { event: 'base.broke', project }),
    verification: await made('/api/bus/fix-verifications', { ...fix, commit: shaOf(mark, 11) }),
  }
}

/** Uploads a run with one new failure; returns its fingerprint. */
export async function newFailure(app: TestApp, key: string, mark: string, project: string): Promise<string> {
  const build = newId(app.clock())
  const results = [failed(`${mark} fails`, { message: `${mark}: never ends` })]
  const id = await settle(app, key, { ...facts(mark, project), build, results })
  const { data } = await app.get<{ fingerprint: string }[]>(`/api/failures?execution=${id}`, { key })
  return data[0]?.fingerprint ?? ''
}

/** Proposes a new document; returns the proposal's id. */
export async function propose(app: TestApp, key: string, mark: string, project: string): Promise<string> {
  const { data, error } = await app.post<{ id: string }>(
    '/api/proposals',
    {
      project,
      document: `${mark}-proposed-${++turns}.md`,
      content: `# ${mark} proposes\n`,
      evidence: `${mark} evidence`,
      reasoning: `${mark} reasons`,
    },
    { key },
  )
  if (error) throw new Error(error.message)
  return data.id
}

/** Writes a template of a project; returns its id. */
export async function writeTemplate(
  app: TestApp,
  key: string,
  mark: string,
  project: string,
): Promise<string> {
  const { data, error } = await app.put<{ id: string }>(
    '/api/templates',
    {
      project,
      path: `walked-${++turns}`,
      category: 'patterns',
      title: `${mark} template`,
      content: `# ${mark}\n`,
    },
    { key },
  )
  if (error) throw new Error(error.message)
  return data.id
}
