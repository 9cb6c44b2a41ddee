import { expect, test } from 'vitest'
import { png, runAttaching, store } from '../../testing/artifacts.ts'
import { after, broken, CI, comment, pull } from '../../testing/comment.ts'
import { makeApp } from '../../testing/make-app.ts'
import { partsOf } from '../../testing/markdown.ts'
import { sha } from '../../testing/sha.ts'
import { type MadeRun, passed, settled } from '../../testing/upload.ts'

const failing = broken('a', 'src/a b.test.ts', {
  message: 'off',
  stack: 'Error: off\n    at total (src/total.ts:7:3)\n    at src/a b.test.ts:48:2',
})

test('links lead by name to the source at the commit, the CI run, the base, a passing run and the history', async () => {
  const markdown = await after(await makeApp(), { ci: CI, results: [failing] })
  const named = new Map([...markdown.matchAll(/\[([^\]]+)\]\((\S+)\)/g)].map(([, name, url]) => [name, url]))
  expect(named.get('CI log')).toBe(CI.url)
  expect(named.get('<code>a b.test.ts:48</code>')).toBe(
    `https://github.com/acme/shop/blob/${sha('b')}/src/a%20b.test.ts#L48`,
  )
  expect(named.get('History')).toMatch(/^http:\/\/svc\.test\/o\/default\/shop\/tests\/[0-9a-f]{32}$/)
  expect(named.get('View run')).toMatch(/^http:\/\/svc\.test\/executions\//)
  expect(named.get('Last pass on main')).toMatch(/^http:\/\/svc\.test\/executions\//)
})

const job = (id: number) => `${CI.url}/job/${id}`
const ofJob = (id: number) => ({ ...CI, jobUrl: job(id) })

/** The links of a comment by name, in sequence. */
const logsOf = (markdown: string) =>
  [...markdown.matchAll(/\[(CI [^\]]+)\]\((\S+)\)/g)].map(([, name, url]) => [name, url])

test('the CI log is the job, also after a re-run of it', async () => {
  const app = await makeApp()
  expect(logsOf(await after(app, { ci: ofJob(1), build: 'b', results: [failing] }))).toEqual([
    ['CI log', job(1)],
  ])
  await settled(app, { code: pull, ci: ofJob(2), build: 'b', runAttempt: 2, results: [failing] })
  expect(logsOf(await comment(app))).toEqual([['CI log', job(2)]])
})

test('with several jobs, each failure leads to its own job, and the line of the run to the run', async () => {
  const app = await makeApp()
  const one = broken('one', 'one.test.ts', { message: 'off by one' })
  const same = (title: string) => broken(title, 'same.test.ts', { message: 'the same for all' })
  const fine = [one, same('first'), same('second')]
  const results = fine.map(({ file, titles }) => passed(titles.join(' > '), { file }))
  for (let i = 0; i < 5; i++) await settled(app, { results })
  const part = (id: number, made: MadeRun) =>
    settled(app, { code: pull, build: 'b', ci: ofJob(id), part: { job: `job ${id}` }, ...made })
  await part(1, { results: [one, same('first')] })
  await part(2, { results: [same('second')] })
  await part(3, { results: [passed('fine')] })
  const markdown = await comment(app)
  const blockOf = (text: string) => markdown.split('\n**').find((block) => block.includes(text)) ?? ''
  expect(logsOf(markdown)[0]).toEqual(['CI run', CI.url])
  expect(logsOf(blockOf('off by one'))).toEqual([['CI log', job(1)]])
  expect(logsOf(blockOf('the same for all'))).toEqual([
    ['CI log of the first', job(1)],
    ['CI log', job(2)],
  ])
})

test('a document names the job of its part as well', async () => {
  const app = await makeApp()
  const results = [{ file: 'a.test.ts', titles: ['a'], status: 'failed', durationMs: 1 }]
  const { data } = await app.post<{ execution: { id: string } }>('/api/test-results', {
    ...{ project: 'shop', code: pull, ci: ofJob(4), results },
  })
  expect(logsOf(await comment(app))).toEqual([['CI log', job(4)]])
  const execution = (await app.get<{ ci: object }>(`/api/executions/${data.execution.id}`)).data
  expect(execution.ci).toEqual(CI)
})

test.each<[string, MadeRun]>([
  ['a fork', { ci: ofJob(1), trust: 'fork' }],
  ['an address that ends its link', { ci: { provider: 'x', jobUrl: 'https://x/) [a](https://y' } }],
])('the job of %s is not linked', async (_, made) => {
  expect(logsOf(await after(await makeApp(), { ...made, results: [failing] }))).toEqual([])
})

test('GitLab has its files elsewhere', async () => {
  const ci = { provider: 'GitLab CI', url: 'https://git.example.com/acme/shop/-/pipelines/9' }
  expect(await after(await makeApp(), { ci, results: [failing] })).toContain(
    `](https://git.example.com/acme/shop/-/blob/${sha('b')}/src/a%20b.test.ts#L48)`,
  )
})

test('files of one name in several folders have their paths', async () => {
  const inFolder = (folder: string) => {
    const file = `${folder}/cart.test.ts`
    return broken(`in ${folder}`, file, {
      message: `off in ${folder}`,
      stack: `Error: off\n    at ${file}:48:2`,
    })
  }
  const both = await after(await makeApp(), { ci: CI, results: [inFolder('api'), inFolder('web')] })
  expect(both).toContain('<code>api/cart.test.ts:48</code>')
  expect(both).toContain('<code>web/cart.test.ts:48</code>')
  const one = await after(await makeApp(), { ci: CI, results: [inFolder('api')] })
  expect(one).toContain('<code>cart.test.ts:48</code>')
})

test.each<[string, Partial<MadeRun>, isCiLinked: boolean]>([
  ['no CI', {}, false],
  ['a fork', { ci: CI, trust: 'fork' }, false],
  ['files that were changed', { ci: CI, code: { ...pull, dirty: true } }, true],
  ['another repository', { ci: CI, code: { ...pull, repository: 'acme/other' } }, true],
  ['paths of the runner', { ci: CI, root: 'runner' }, true],
  ['an address that ends its link', { ci: { provider: 'x', url: 'https://x/) [a](https://y' } }, false],
])('with %s the source is named without a link', async (_, more, isCiLinked) => {
  const markdown = await after(await makeApp(), { ...more, results: [failing] })
  expect(markdown).toContain('<code>a b.test.ts:48</code>')
  const elsewhere = partsOf(markdown).links.filter((url) => !url.startsWith('http://svc.test/'))
  expect(elsewhere).toEqual(isCiLinked ? [CI.url] : [])
})

test('a trace and a screenshot are linked once they have arrived, to the pages that show them', async () => {
  const app = await makeApp()
  const [screen, trace] = [
    png('one'),
    { name: 'trace', contentType: 'application/zip', bytes: Buffer.from('z') },
  ]
  const log = { name: 'log', contentType: 'text/plain', bytes: Buffer.from('l') }
  const { journal, execution } = await runAttaching(app, { pays: [screen, trace, log] }, { code: pull })
  await app.settle(execution)
  expect(await comment(app)).not.toMatch(/Screenshot|Trace/)
  await store(app, journal, screen)
  await store(app, journal, trace, { number: 1 })
  await store(app, journal, log, { number: 2 })
  const links = [...(await comment(app)).matchAll(/\[(Trace|Screenshot|log)\]\(http:\/\/svc\.test(\S+)\)/g)]
  expect(links.map(([, name]) => name)).toEqual(['Screenshot', 'Trace'])
  const [screenshot, viewer] = links.map(([, , path = '']) => path)
  const shown = new RegExp(`^/executions/${execution}\\?test=[0-9a-f]{32}&artifact=([0-9a-f-]{36})$`)
  const played = new RegExp(`^/executions/${execution}/traces/([0-9a-f-]{36})$`)
  for (const [path, form] of [
    [screenshot, shown],
    [viewer, played],
  ] as const) {
    expect(path).toMatch(form)
    const [, id] = form.exec(path ?? '') ?? []
    expect((await app.request(`/api/artifacts/${id}`)).status).toBe(200)
  }
})
