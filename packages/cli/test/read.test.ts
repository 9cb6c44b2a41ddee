// One file: its tests share one server.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { useServer } from '@svc/test-kit/use-server'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { widthOf } from '../src/terminal/text.ts'
import { makeSetup } from './set-up.ts'
import { CJK, fillShop, hasTerminal, onTerminal, repository, send, shaOf, svc } from './shop.ts'

const server = useServer()
let runs: { main: string; head: string }
beforeAll(async () => {
  runs = await fillShop(server)
})

const env = () => ({ SVC_API_KEY: server.apiKey, SVC_URL: server.url })
const read = (args: string[], more: Record<string, string> = {}, folder = repository()) =>
  svc(folder, args, { ...env(), ...more })
const json = async (args: string[], folder = repository()) =>
  JSON.parse((await read([...args, '--json'], {}, folder)).out)

test('executions are those of the branch and project of the folder, unless said otherwise', async () => {
  const { code, out, err } = await read(['executions'])
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toBe(
    [
      'shop, branch feature/basket: 1',
      '',
      'failed      5 failed, 1 error outside tests, 2 passed; 6 h ago, took 84 ms',
      `            ${shaOf(99).slice(0, 7)} (vitest) Basket: count again`,
      `            ${runs.head}`,
      '',
    ].join('\n'),
  )
  const all = await json(['executions', '-a', '-n', '5'])
  expect(all).toHaveLength(5)
  expect(all[0]).toMatchObject({ id: runs.head, project: 'shop', counts: { failed: 5, errors: 1 } })
  expect(await json(['executions', '--branch', 'main', '-n', '1000'])).toHaveLength(18)
  expect(await json(['executions', '-a', '--status', 'passed'])).toEqual([])
  expect((await read(['executions', '--suite', 'none'])).out).toBe(
    'shop, branch feature/basket: no execution; add --all-branches to include other branches\n',
  )
})

test('compare shows the class of an error, and compared values that the message does not contain', async () => {
  const values = (status: 'passed' | 'failed') => ({
    project: 'values',
    startedAt: Date.now() - (status === 'passed' ? 60_000 : 0),
    code: {
      repository: 'acme/values',
      branch: status === 'passed' ? 'main' : 'topic',
      defaultBranch: 'main',
    },
    results: [
      {
        titles: ['deep'],
        status,
        errors: [
          {
            name: 'AssertionError',
            message: 'expected { …(2) } to deeply equal { …(2) }',
            expected: '{\n  "items": 3,\n  "total": 12.05\n}',
            actual: '{\n  "items": 3,\n  "total": 12.5\n}',
          },
        ],
      },
      { titles: ['type'], status, errors: [{ name: 'TypeError', message: 'x is undefined' }] },
    ].map(({ errors, ...result }) => ({
      file: 'a.test.ts',
      ...result,
      ...(status === 'failed' && { errors }),
    })),
  })
  await send(server, values('passed'))
  const head = await send(server, values('failed'))
  const { out } = await read(['compare', 'auto', head], { SVC_PROJECT: 'values' })
  expect(out).toContain(
    '    expected { …(2) } to deeply equal { …(2) }\n      - "total": 12.05\n      + "total": 12.5\n',
  )
  expect(out).toContain('    TypeError: x is undefined\n')
})

test('compare says what this branch broke, and exits with 3 for it', async () => {
  const { code, out } = await read(['compare'])
  expect(code).toBe(3)
  expect(out).toContain('\nRegressions: 3\n  - cart > adds\n    src/cart.test.ts\n')
  expect(out).toMatch(/\n {4}AssertionError: expected 2 to be 3\n {6}- 3\n {6}\+ 2\n/)
  expect(out).toContain('      the commit where this branch left main\n')
  expect(out).toMatch(/\n {4}caused by this change: /)
  expect(out).toContain('\n    owners: @acme/pay\n')
  expect(out).toContain(
    '\nFailing tests that are new or were skipped before: 1\n  - new > prints red and backwards\n',
  )
  expect(out).toContain('\nFailures outside tests: 1\n')
  expect(out).toContain('\nNew tests that pass or are skipped: 1\n')
  expect(out).toMatch(
    new RegExp(`\n\nThis change .*\\b3 tests and .*\\b1 failing test\\b.*\n.*${runs.head}\n$`),
  )
  expect(await json(['compare'])).toMatchObject({
    baseChoice: { rule: 'merge-base' },
    totals: { regressions: 3 },
    head: { id: runs.head },
  })
})

test('base and head are named by branch, commit, id or address', { tags: 'thorough' }, async () => {
  const base = shaOf(3)
  for (const name of [base, base.slice(0, 8)])
    expect(await json(['compare', name, 'main'])).toMatchObject({
      base: { testedSha: base },
      head: { id: runs.main },
      baseChoice: { rule: 'given' },
    })
  const same = await read(['compare', runs.main, `${server.url}/executions/${runs.main}`])
  expect(same).toMatchObject({
    code: 0,
    out: expect.stringContaining('Still failing: 1\n  - old > is broken'),
  })
  expect(same.err).toBe('')
  // A single name is the base, although people may mean the head by it.
  const itself = await read(['compare', runs.head])
  expect(itself.err).toBe(
    `svc: base and head are the same execution; to compare it with its own base: npx --no svc compare auto ${runs.head}\n`,
  )
  // One of a thing is cut to the limit; what it comes to is not.
  const short = await read(['compare', '-n', '1'])
  expect(short.code).toBe(3)
  expect(short.out).toContain('\n  and 2 more; to list all: --group regressions\n')
})

test('failing tests among many new ones are found, however many there are', async () => {
  const about = { project: 'many', ci: { provider: 'x' }, startedAt: Date.now() - 1000 }
  const test = (name: string, status = 'passed') => ({ file: 'a.ts', titles: [name], status, durationMs: 1 })
  const code = { testedSha: shaOf(1), branch: 'main', repository: 'acme/many', defaultBranch: 'main' }
  for (let n = 0; n < 6; n++)
    await send(server, {
      ...about,
      startedAt: about.startedAt - 1000 * (9 - n),
      code: { ...code, testedSha: shaOf(n + 1), tree: shaOf(n + 500) },
      results: [test('kept')],
    })
  const added = Array.from({ length: 250 }, (_, n) => test(`a${n}`))
  const results = [test('kept'), ...added, test('zzz', 'failed')]
  await send(server, {
    ...about,
    code: { ...code, testedSha: shaOf(50), branch: 'b', tree: shaOf(51), mergeBaseSha: shaOf(6) },
    results,
  })
  const { code: exit, out } = await read(['compare', '--project', 'many', '--branch', 'b'])
  expect(out).toContain('Failing tests that are new or were skipped before: 1\n  - zzz\n')
  expect(out).toContain('New tests that pass or are skipped: 250\n')
  expect(exit).toBe(3)
})

test('a group is listed to its end, as text and as data', async () => {
  const names = Array.from({ length: 450 }, (_, n) => `test ${n}`)
  const of = (status: string, some: string[]) =>
    some.map((name) => ({
      file: 'a.ts',
      titles: [name],
      status,
      durationMs: 1,
      ...(status === 'failed' && { errors: [{ message: `no ${name}` }] }),
    }))
  const about = { project: 'broken', ci: { provider: 'x' } }
  // The second half is newer, so the histories of the pages have different runs.
  for (let n = 0; n < 3; n++)
    await send(server, {
      ...about,
      startedAt: Date.now() - 1000 * (9 - n),
      code: { branch: 'main', repository: 'acme/broken', defaultBranch: 'main', testedSha: shaOf(n + 1) },
      results: of('passed', n < 1 ? names.slice(0, 225) : names),
    })
  await send(server, {
    ...about,
    startedAt: Date.now() - 1000,
    code: { branch: 'b', repository: 'acme/broken', testedSha: shaOf(9), mergeBaseSha: shaOf(3) },
    results: of('failed', names),
  })
  const args = ['compare', '--project', 'broken', '--branch', 'b']
  const first = await read([...args, '--json'])
  expect(first.err).toContain(
    'these groups have more entries than listed: regressions (450); to list all of one: --group regressions',
  )
  const { out, code } = await read([...args, '--group', 'regressions'])
  expect(code).toBe(3)
  expect(names.filter((name) => !out.includes(`${name}\n`) && !out.includes(`${name} (a.ts)`))).toEqual([])
  expect(out).not.toContain('more; to list')
  expect((await read([...args, '--group', 'regressions', '-n', '3'])).out).toContain(
    'and 447 more; to list all',
  )
  expect((await read([...args, '--group', 'removed'])).out).toContain('The group removed is empty.')

  const whole = await read([...args, '--group', 'regressions', '--json'])
  expect(whole.err).not.toContain('more entries')
  const data = JSON.parse(whole.out) as {
    regressions: { titles: string[]; verdict: { history: { runs: number; recent: (string | null)[] } } }[]
    historyRuns: unknown[]
    nextCursors: Record<string, string | null>
  }
  expect(data.regressions.map(({ titles }) => titles[0]).sort()).toEqual([...names].sort())
  expect([data.nextCursors.regressions, data.historyRuns.length]).toEqual([null, 3])
  for (const { titles, verdict } of data.regressions) {
    const isOld = names.indexOf(titles[0] ?? '') < 225
    expect(verdict.history.recent).toEqual(['passed', 'passed', isOld ? 'passed' : null])
  }
})

test('with --leg the gate judges one leg of a matrix', async () => {
  const runOn = async (sha: number, leg: string, status: 'passed' | 'failed') =>
    send(server, {
      project: 'matrix',
      ci: { provider: 'x' },
      build: `matrix ${sha}`,
      part: { leg, job: leg },
      startedAt: Date.now() - 1000 * (9 - sha),
      code: {
        branch: sha === 1 ? 'main' : 'b',
        repository: 'acme/matrix',
        defaultBranch: 'main',
        testedSha: shaOf(sha),
        ...(sha > 1 && { mergeBaseSha: shaOf(1) }),
      },
      results: ['opens', 'closes'].map((title) => ({
        file: 'a.ts',
        titles: [title],
        durationMs: 1,
        ...(status === 'failed' && title === 'opens'
          ? { status, errors: [{ message: 'no such drive' }] }
          : { status: 'passed' }),
      })),
    })
  for (const leg of ['linux', 'windows']) await runOn(1, leg, 'passed')
  await runOn(2, 'windows', 'failed')
  await runOn(2, 'linux', 'passed')
  const gate = (...args: string[]) => read(['compare', '--project', 'matrix', '--branch', 'b', ...args])
  expect((await gate()).code).toBe(3)
  expect((await gate('--leg', 'windows')).code).toBe(3)
  expect(await gate('--leg', 'linux')).toMatchObject({ code: 0, err: '' })
  expect((await gate('--leg', 'linux', '--fail-on', 'failures')).code).toBe(0)
  expect(await gate('--leg', 'linus')).toMatchObject({
    code: 1,
    err: 'svc: no job has reported the leg linus\nnext: legs of this execution: linux and windows\n',
  })
})

test('a test that broke fails the gate as the action does, before its verdict is certain', {
  tags: 'thorough',
}, async () => {
  const about = { project: 'young', ci: { provider: 'x' } }
  const of = (status: string, more: object[] = []) => [
    { file: 'a.ts', titles: ['kept'], status, durationMs: 1 },
    { file: 'a.ts', titles: ['old'], status: 'failed', durationMs: 1, errors: [{ message: 'gone' }] },
    ...(more.length > 0
      ? more
      : [{ file: 'a.ts', titles: ['pays with a card'], status: 'passed', durationMs: 1 }]),
  ]
  for (const n of [1, 2])
    await send(server, {
      ...about,
      startedAt: Date.now() - 1000 * (9 - n),
      code: { branch: 'main', repository: 'acme/young', defaultBranch: 'main', testedSha: shaOf(n) },
      results: of('passed'),
    })
  await send(server, {
    ...about,
    startedAt: Date.now() - 1000,
    code: { branch: 'b', repository: 'acme/young', testedSha: shaOf(9), mergeBaseSha: shaOf(2) },
    results: of('failed', [
      { file: 'a.ts', titles: ['added'], status: 'passed', durationMs: 1 },
      { file: 'a.ts', titles: ['pays with a credit card'], status: 'passed', durationMs: 1 },
    ]),
  })
  const gate = async (failOn: string[], ...names: string[]) => {
    const { code, out, err } = await read([
      'compare',
      '--project',
      'young',
      '--branch',
      'b',
      ...names,
      ...failOn,
    ])
    return { code, err, last: out.split('\n').at(-3) }
  }
  const last = 'This change possibly broke 1 test.'
  expect(await gate([])).toEqual({
    code: 3,
    err: 'svc: Gate failed (regressions): 1 failure caused, or possibly caused, by this change\n',
    last,
  })
  expect(await gate(['--fail-on', 'never'])).toEqual({ code: 0, err: '', last })
  const { out } = await read(['compare', 'main', '--project', 'young', '--branch', 'b'])
  expect(out).toContain('\n      the newest execution of the branch main, as you asked\n')
  expect(out).toContain('\nNew tests that pass or are skipped: 2\n  - added\n    a.ts\n  - pays with')
  expect(out).toContain(
    '\nPossibly renamed: 1\n  - pays with a credit card\n    a.ts\n    possibly renamed from pays with a card\n    one test, one history: npx --no svc rename',
  )
  const merge = /one test, one history: npx --no svc (rename .*)/.exec(out)?.[1] ?? ''
  const merged = await read(merge.split(' '))
  expect(merged.out).toBe('one test: a.ts > pays with a credit card\nrenamed from: a.ts > pays with a card\n')
  const list = await read(['rename', '--list', '--project', 'young'])
  const undo = merge.replace('rename', 'rename --undo')
  expect(list.out).toBe(`${merged.out}undo: npx --no svc ${undo}\n`)
  const undone = await read(undo.split(' '))
  expect(undone.out).toBe('two tests again: a.ts > pays with a credit card\nand: a.ts > pays with a card\n')
  expect(await read(['rename', '--list', '--project', 'young'])).toMatchObject({
    code: 0,
    out: 'no test is renamed\n',
  })
  const again = await read(undo.split(' '))
  expect(again).toMatchObject({ code: 1, out: '' })
  expect(again.err).toMatch(/not renamed in this project\nnext: .* rename --list/)
  expect(JSON.parse((await read([...merge.split(' '), '--json'])).out).renames).toHaveLength(1)
  expect(JSON.parse((await read([...undo.split(' '), '--json'])).out).renames).toMatchObject([
    { undoneAt: expect.any(String) },
  ])
  for (const wrong of [['rename'], ['rename', '--undo'], ['rename', '--list', '--undo']])
    expect(await read(wrong)).toMatchObject({ code: 2, out: '' })
  // What the base has fails by `failures` only.
  const same = ['main', 'main']
  for (const what of ['regressions', 'new-failures', 'never'])
    expect(await gate(['--fail-on', what], ...same)).toMatchObject({ code: 0, err: '' })
  expect(await gate(['--fail-on', 'failures'], ...same)).toMatchObject({
    code: 3,
    err: 'svc: Gate failed (failures): 1 failure\n',
  })
  expect((await read(['compare', '--fail-on', 'regression'])).code).toBe(2)
})

test('compare lists a file whose tests became slower together', async () => {
  const about = { project: 'slow', ci: { provider: 'x' } }
  const code = { repository: 'acme/slow', defaultBranch: 'main' }
  const results = (n: number, slow: number) =>
    ['slow', 'other'].flatMap((file) =>
      Array.from({ length: 30 }, (_, i) => ({
        file: `${file}.ts`,
        titles: [`t${i}`],
        status: 'passed',
        durationMs: (5 + ((n + i) % 3) / 10) * (file === 'slow' ? slow : 1),
      })),
    )
  const startedAt = (n: number) => Date.now() - 1000 * (20 - n)
  for (let n = 0; n < 8; n++) {
    const own = { ...code, branch: 'main', testedSha: shaOf(n) }
    await send(server, { ...about, startedAt: startedAt(n), code: own, results: results(n, 1) })
  }
  for (const n of [8, 9]) {
    const own = { ...code, branch: 'b', testedSha: shaOf(50), tree: shaOf(51), mergeBaseSha: shaOf(7) }
    await send(server, { ...about, startedAt: startedAt(n), code: own, results: results(n, 2) })
  }
  const { code: exit, out } = await read(['compare', '--project', 'slow', '--branch', 'b'])
  expect(exit).toBe(0)
  expect(out).toMatch(/\nSlower files: 1\n {2}- slow\.ts\n {4}30 tests .*\b306\Wms\b.*\b8\Wruns\n/)
})

test('failures are told once for each reason, of an execution or of some days', {
  tags: 'thorough',
}, async () => {
  const { code, out } = await read(['failures'])
  expect(code).toBe(0)
  expect(out).toContain(
    'AssertionError: expected 2 to be 3\n    - 3\n    + 2\n    1 failed\n    - cart > adds (src/cart.test.ts)\n',
  )
  expect(out).toContain(
    "SyntaxError: Unexpected token ')'\n    1 error outside tests\n    - src/load.test.ts\n",
  )
  expect(out).toContain(' on main at 0000000\n')
  const days = await read(['failures', '--days', '30', '--branch', 'main'])
  expect(days.out).toMatch(/^shop, branch main, 30 days\n\n1\. {2}Error: never worked\n {4}18 failed\n/)
  expect(await json(['failures', 'main'])).toMatchObject([{ message: 'Error: never worked', failed: 1 }])
  expect(await read(['failures', 'main', '--days', '3'])).toMatchObject({ code: 2 })
})

test('failures --context prints what svc_get_failures answers, within its budget', async () => {
  const asked = async (query: string) =>
    server.get<{ text: string; next: { arguments: { cursor?: string } }[] }>(`/api/failure-context?${query}`)
  const whole = await asked(`execution=${runs.head}`)
  const printed = await read(['failures', '--context'])
  expect(printed.code).toBe(0)
  const suggested = /^Next: .*$/gm
  const plain = (text: string) =>
    stripVTControlCharacters(text)
      .replace(/[ \t]+$/gm, '')
      .replace(suggested, '')
  expect(plain(printed.out)).toBe(`${plain(whole.text)}\n`)
  expect(printed.out).not.toMatch(/^Next: svc_/m)
  expect(await json(['failures', '--context'])).toMatchObject({ totals: { clusters: 6 }, text: whole.text })
  // A branch means the newest clean CI execution of each suite, as for the tool.
  const ofBranch = (await asked('project=shop&branch=main')).text
  for (const named of [['main'], ['--branch', 'main']])
    expect((await json(['failures', '--context', ...named])).text).toBe(ofBranch)
  const address = `${server.url}/executions/${runs.head}`
  expect((await json(['failures', '--context', address])).text).toBe(
    (await asked(`execution=${encodeURIComponent(address)}`)).text,
  )
  expect((await json(['failures', '--context', shaOf(99)])).text).toBe(
    (await asked(`project=shop&commit=${shaOf(99)}`)).text,
  )
  const small = await read(['failures', '--context', '--max-tokens', '500'])
  expect(small.out.length).toBeLessThan(printed.out.length)
  const more =
    /^Next: npx --no svc (failures --context .*?--cursor \S+.*?)(?: — .*)?$/m.exec(small.out)?.[1] ?? ''
  const page = await read(more.split(' ').map((word) => word.replaceAll("'", '')))
  expect([page.code, page.out === small.out]).toEqual([0, false])
  expect(await read(['failures', '--context', '--pr', '77'])).toMatchObject({ code: 1 })
  for (const wrong of [
    ['--max-tokens', '900'],
    ['--context', '--days', '3'],
    ['--context', 'main', '--pr', '7'],
    ['--context', '--max-tokens', '20'],
  ])
    expect((await read(['failures', ...wrong])).code).toBe(2)
})

test('flaky tests are listed with their rate, its evidence and their file', {
  tags: 'thorough',
}, async () => {
  const { code, out } = await read(['flaky'])
  expect(code).toBe(0)
  expect(out).toMatch(
    /^shop, 30 days: tests that passed and failed on the same code\n\n16 % {4}net > retries\n {8}src\/net.test.ts\n {8}3 of 19 runs \(5\.5 % to 38 %\); last 5 days ago\n$/,
  )
  expect((await read(['flaky', '--broken'])).out).toContain('19 x    old > is broken\n')
  expect(await json(['flaky', '--min-runs', '100'])).toEqual([])
})

test('open prints the address without a terminal or a browser', { tags: 'thorough' }, async () => {
  const url = `${server.url}/executions/${runs.head}`
  expect(await read(['open'])).toEqual({ code: 0, out: `${url}\n`, err: '' })
  expect(await json(['open', 'main'])).toEqual({
    url: `${server.url}/executions/${runs.main}`,
    id: runs.main,
    isOpened: false,
  })
  if (hasTerminal) expect(onTerminal(repository(), ['open'], env())).toBe(`${url}\n`)
})

test('text of others does nothing to a terminal, and CJK is as wide as it is', {
  tags: 'thorough',
}, async () => {
  for (const args of [['compare'], ['failures'], ['executions', '-a'], ['flaky']]) {
    const { out } = await read(args)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u00a0]/)
  }
  const { out } = await read(['compare'])
  expect(out.replace(/\n {4}/g, '')).toContain(CJK)
})

test.runIf(hasTerminal)(
  'on a terminal there is colour, never wider than it, and none with NO_COLOR',
  { tags: 'thorough' },
  () => {
    const folder = repository()
    for (const columns of [40, 60, 80]) {
      const shown = onTerminal(folder, ['compare'], env(), columns)
      expect(shown).toContain('\u001b[31mRegressions: 3\u001b[39m')
      const lines = stripVTControlCharacters(shown)
        .split('\n')
        .filter((line) => !line.startsWith('http'))
      expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(columns)
    }
    const plain = onTerminal(folder, ['compare'], { ...env(), NO_COLOR: '1' })
    expect(plain).toBe(stripVTControlCharacters(onTerminal(folder, ['compare'], env())))
  },
)

test('where there is nothing, it says what there is', { tags: 'thorough' }, async () => {
  const nothing = await read(['compare', 'no-such-branch'])
  expect(nothing).toMatchObject({ code: 1, out: '' })
  expect(nothing.err).toMatch(
    /^svc: .*shop.* branch no-such-branch.*\nnext: .*npx --no svc executions --all-branches\n$/,
  )
  const project = await read(['flaky', '--project', 'shp'])
  expect(project.err).toMatch(/^svc: project shp .*\nnext: did you mean --project shop\? /)
  const elsewhere = await read(['failures'], {}, makeSetup({ 'package.json': { name: 'nobody' } }))
  expect(elsewhere.err).toMatch(/project nobody .*\nnext: .*--project or SVC_PROJECT; .*shop/)
  const id = '01a1ff8b-facb-7a7c-9430-4e2985d39fa6'
  expect((await read(['open', id])).err).toMatch(new RegExp(`^svc: .*${id}.*\nnext: `))
})

test('compare and a branch without executions name runs that were not sent', {
  tags: 'thorough',
}, async () => {
  const folder = repository()
  const journal = '{"kind":"open"}\n'
  mkdirSync(join(folder, '.svc', 'journal'), { recursive: true })
  writeFileSync(join(folder, '.svc', 'journal', '01a20807-619e-7285-bb28-df4e4c9acf09.ndjson'), journal)
  onTestFinished(() => rmSync(join(folder, '.svc'), { recursive: true, force: true }))
  const hint = '1 run of this folder is not sent yet; to send it: npx --no svc flush'
  expect((await read(['compare'], {}, folder)).err).toContain(`svc: ${hint}`)
  expect((await read(['compare', 'main', 'feature/basket'], {}, folder)).err).not.toContain('not sent')
  expect((await read(['compare', '--branch', 'none'], {}, folder)).err).toContain(`next: ${hint}`)
})

test('compare and failures name the other suites of the commit, failed ones first', async () => {
  const about = {
    project: 'suites',
    code: { repository: 'acme/suites', branch: 'topic', testedSha: shaOf(7) },
  }
  const results = (status: string) => [{ file: 'a.ts', titles: ['adds'], status, durationMs: 1 }]
  const start = Date.now() - 60_000
  const suites = ['passed', 'failed', 'passed', 'passed', 'passed']
  for (const [n, status] of suites.entries())
    await send(server, {
      ...about,
      suite: `s${n}`,
      startedAt: start + 1000 * n,
      results: results(status),
    })
  const elsewhere = { ...about.code, testedSha: shaOf(8) }
  await send(server, { ...about, suite: 'older', startedAt: start - 9000, code: elsewhere, results: [] })
  const topic = ['--project', 'suites', '--branch', 'topic']
  const line =
    'this is suite s4; other suites of this commit: s1 (1 failure), s3 (passed), s2 (passed) and 1 more'
  expect((await read(['compare', ...topic])).err).toBe(
    `svc: ${line}; to compare one: npx --no svc compare ${topic.join(' ')} --suite s1\n`,
  )
  expect((await read(['failures', ...topic])).err).toBe(
    `svc: ${line}; to list its failures: npx --no svc failures ${topic.join(' ')} --suite s1\n`,
  )
  for (const named of [
    ['compare', ...topic, '--suite', 's4'],
    ['failures', 'topic', '--project', 'suites'],
  ])
    expect((await read(named)).err).toBe('')
})
