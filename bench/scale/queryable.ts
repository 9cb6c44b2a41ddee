import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { AttemptLine, Group } from '@svc/protocol'
import { type BenchServer, startBenchServer } from '../bench-server.ts'
import { withFolder } from '../databases.ts'
import { type MadeRun, runLines, uploadBody } from '../made-run.ts'
import { paired, sampleOf } from '../measure.ts'
import { figure, heading, spread, table, type Verdict } from '../report.ts'
import { installPackages } from '../reporters/peers.ts'

const RESULTS = 10_000
const ROUNDS = 3
const GOAL = 100

const execute = promisify(execFile)

/** From the first byte of an upload to the first answer about its results, beside Allure's report of the same ones. */
export async function benchQueryable(): Promise<Verdict[]> {
  heading(`${RESULTS.toLocaleString('en-US')} results that can be asked for`)
  const peer = await installPackages('allure', { allure: '3.18.0' })
  const rounds = await withFolder(async (folder) => {
    const results = join(folder, 'allure-results')
    writeAllureResults(results)
    const server = await startBenchServer({ folder })
    const measured = await paired(
      ROUNDS,
      async (round) => ({
        first: await untilAnswered(server, { project: `shop-${round}`, build: 'first' }),
        next: await untilAnswered(server, { project: `shop-${round}`, build: 'next' }),
      }),
      async (round) => {
        const ms = await generate(peer, results, join(folder, `report-${round}`))
        return { first: ms, next: ms }
      },
      1,
    )
    await server.close()
    return measured
  })
  const lines = (['next', 'first'] as const).map((which) => ({
    name: which === 'next' ? 'tests known' : 'first run of a project',
    ours: sampleOf(rounds.map((round) => round.ours[which])),
    limit: sampleOf(rounds.map((round) => round.limit[which])),
    times: sampleOf(rounds.map((round) => round.limit[which] / round.ours[which])),
  }))
  table(
    ['', 'ours, until a page of failures is answered', 'allure generate', 'ours is 1 of'],
    lines.map(({ name, ours, limit, times }) => [
      name,
      spread(ours, 'ms'),
      spread(limit, 'ms'),
      spread(times, ''),
    ]),
  )
  return lines.map(({ name, times }) => ({
    area: `Queryable after ingest, 10,000 results, ${name}`,
    goal: `≤ 1/${GOAL} of Allure 3’s generate`,
    measured: `1/${figure(times.median, '')}`,
    isMet: times.median >= GOAL,
  }))
}

async function untilAnswered(server: BenchServer, run: Pick<MadeRun, 'project' | 'build'>): Promise<number> {
  const body = uploadBody({ ...run, size: RESULTS })
  const begun = performance.now()
  await server.ingest(body)
  const { data } = await server.json<{ data: { id: string }[] }>(
    `/api/executions?project=${run.project}&limit=1`,
  )
  await server.get(`/api/executions/${data[0]?.id}?status=failed&limit=50`)
  return performance.now() - begun
}

async function generate(peer: string, results: string, output: string): Promise<number> {
  const begun = performance.now()
  await execute(join(peer, 'node_modules', '.bin', 'allure'), ['generate', results, '--output', output], {
    cwd: peer,
    maxBuffer: 2 ** 26,
  })
  return performance.now() - begun
}

/** One file a test, as Allure's own reporters write them. */
function writeAllureResults(folder: string): void {
  mkdirSync(folder)
  const groups = new Map<number, Group>()
  const attempts = new Map<string, AttemptLine>()
  for (const line of runLines({ project: 'shop', build: 'first', size: RESULTS })) {
    if (line[0] === 'group') groups.set(line[1], line[2])
    // Of several attempts the last decides.
    else if (line[0] === 'attempt') attempts.set(`${line[1]}/${line[2]}`, line)
  }
  const firstAt = Date.now() - 60_000
  for (const [id, [, group, title, status, startMs, durationMs, detail]] of attempts) {
    const { file = '', titles = [] } = groups.get(group) ?? {}
    const uuid = randomUUID()
    const [error] = detail?.errors ?? []
    const result = {
      uuid,
      historyId: id,
      testCaseId: id,
      fullName: [file, ...titles, title].join(' '),
      name: title,
      status,
      stage: 'finished',
      start: firstAt + startMs,
      stop: firstAt + startMs + Math.round(durationMs),
      statusDetails: error ? { message: error.message, trace: error.stack } : {},
      labels: [
        { name: 'package', value: file },
        { name: 'parentSuite', value: file },
        ...titles.map((value, depth) => ({ name: depth === 0 ? 'suite' : 'subSuite', value })),
        { name: 'framework', value: 'vitest' },
        { name: 'language', value: 'javascript' },
      ],
      steps: [],
      attachments: [],
      parameters: [],
      links: [],
    }
    writeFileSync(join(folder, `${uuid}-result.json`), JSON.stringify(result))
  }
}
