import { findChromium } from '@svc/test-kit/ensure-chromium'
import { sampleOf } from '../measure.ts'
import { figure, heading, say, spread, table, type Verdict } from '../report.ts'
import { measureRows, type Rows } from './measure-rows.ts'
import { type Cost, type View, withView } from './open-view.ts'
import { FAILURE_TEXT, recordSuite, TESTS } from './record-suite.ts'
import { serveOurs } from './serve-ours.ts'
import { serveReport } from './serve-report.ts'

const ROUNDS = 5
const MOST_DATA_BYTES = 60_000
/** Besides the session. */
const MOST_READS = 2
const ROWS_MS = 1_000
const KEY_MS = 50
const PEERS = ['Playwright’s HTML report', 'Allure 3'] as const

type Report = 'ours' | (typeof PEERS)[number]

/**
 * The time to the text of the first failure in a suite of 20,000 tests, in svc's dashboard and two
 * reports of the same run; then svc's list of all results.
 */
export async function benchDashboard(): Promise<Verdict[]> {
  heading(`Dashboard, ${TESTS.toLocaleString('en-US')} tests of one run`)
  const executable = await findChromium({ path: process.env.PATH ?? '', isRoot: false, say })
  if (!executable) {
    say('Not measured: no Chromium is on the PATH.')
    return []
  }
  const recorded = await recordSuite()
  const ours = await serveOurs(recorded.journal)
  const [playwright, allure] = [await serveReport(recorded.playwright), await serveReport(recorded.allure)]
  try {
    const { url, cookie } = ours
    const page = `${url}/executions/${ours.execution}`
    const views: Record<Report, View> = {
      ours: { url: page, cookie, clicks: [], text: FAILURE_TEXT },
      'Playwright’s HTML report': {
        url: playwright.url,
        clicks: ['a[href*="testId="]'],
        text: FAILURE_TEXT,
      },
      'Allure 3': {
        url: allure.url,
        clicks: ['[data-testid="tree-leaf"]:has([data-testid="tree-leaf-status-failed"])'],
        text: FAILURE_TEXT,
      },
    }
    const costs = await measureViews(executable, views)
    const rows = await measureRows(executable, { url: page, cookie }, ROUNDS)
    return [...showViews(costs, views), ...showRows(rows)]
  } finally {
    await Promise.all([ours.close(), playwright.close(), allure.close()])
  }
}

/**
 * In turn, each round starting with another one, so that other work on the machine affects all
 * alike. The first round warms up.
 */
async function measureViews(
  executable: string,
  views: Record<Report, View>,
): Promise<Record<Report, Cost[]>> {
  const reports = Object.keys(views) as Report[]
  const costs = Object.fromEntries(reports.map((report) => [report, [] as Cost[]])) as Record<Report, Cost[]>
  for (let round = 0; round <= ROUNDS; round++)
    for (const place of reports.keys()) {
      const report = reports[(place + round) % reports.length] as Report
      const cost = await withView(executable, views[report], async (view) => view.cost)
      if (round > 0) costs[report].push(cost)
    }
  return costs
}

function showViews(costs: Record<Report, Cost[]>, views: Record<Report, View>): Verdict[] {
  const of = (report: Report, pick: (cost: Cost) => number) => sampleOf(costs[report].map(pick))
  const reports = Object.keys(costs) as Report[]
  const row = (name: string, unit: string, pick: (cost: Cost) => number) => [
    name,
    ...reports.map((report) => spread(of(report, pick), unit)),
  ]
  table(
    ['until the first failure’s text is drawn', ...reports],
    [
      ['clicks', ...reports.map((report) => String(views[report].clicks.length))],
      row('time', 'ms', ({ ms }) => ms),
      row('processor of the page', 'ms', ({ cpuMs }) => cpuMs),
      row('over the network', 'kB', ({ bytes }) => bytes / 1_000),
      row('JSON of it', 'kB', ({ dataBytes }) => dataBytes / 1_000),
      row('objects of the page', 'MiB', ({ heapMib }) => heapMib),
      row('memory of its process', 'MiB', ({ privateMib }) => privateMib),
    ],
  )
  const ratioTo = (peer: Report, pick: (cost: Cost) => number) =>
    sampleOf(costs.ours.map((cost, round) => pick(cost) / pick(costs[peer][round] as Cost)))
  const beside = PEERS.map((peer): Verdict => {
    const [time, cpu] = [ratioTo(peer, ({ ms }) => ms), ratioTo(peer, ({ cpuMs }) => cpuMs)]
    const [bytes, memory] = [ratioTo(peer, (cost) => cost.bytes), ratioTo(peer, (cost) => cost.privateMib)]
    return {
      area: `Dashboard, first failure’s text, beside ${peer}`,
      goal: 'less time, bytes and memory',
      measured: `${spread(time, '×')}; processor ${figure(cpu.median, '×')}, bytes ${figure(bytes.median, '×')}, memory ${figure(memory.median, '×')}`,
      isMet: [time, bytes, memory].every(({ median }) => median < 1),
    }
  })
  const data = of('ours', ({ dataBytes }) => dataBytes).max
  const reads = Math.max(
    ...costs.ours.map((cost) => cost.reads.filter((path) => path !== '/api/whoami').length),
  )
  return [
    ...beside,
    {
      area: 'Dashboard, data of the first view, 20,000 tests',
      goal: `≤ ${MOST_DATA_BYTES / 1_000} kB in at most ${MOST_READS} reads`,
      measured: `${figure(data / 1_000, 'kB')} in ${reads}`,
      isMet: data <= MOST_DATA_BYTES && reads <= MOST_READS,
    },
  ]
}

function showRows(all: Rows[]): Verdict[] {
  const of = (pick: (rows: Rows) => number) => sampleOf(all.map(pick))
  const [first, firstCpu] = [of(({ firstMs }) => firstMs), of(({ firstCpuMs }) => firstCpuMs)]
  const [key, frame] = [of(({ keyCpuMs }) => keyCpuMs), of(({ frameCpuMs }) => frameCpuMs)]
  const frames = all.reduce((sum, rows) => sum + rows.frames, 0)
  const blank = all.reduce((sum, rows) => sum + rows.blank, 0)
  table(
    ['all 20,000 results', 'measured'],
    [
      ['first rows', spread(first, 'ms')],
      ['processor of the page until then', spread(firstCpu, 'ms')],
      [
        'data',
        spread(
          of(({ bytes }) => bytes / 1_000),
          'kB',
        ),
      ],
      ['processor a key of the filter', spread(key, 'ms')],
      ['processor a frame of scrolling', spread(frame, 'ms')],
      ['frames with a blank row', `${blank} of ${frames}`],
    ],
  )
  return [
    {
      area: 'Dashboard, 20,000 results, first rows',
      goal: `≤ ${ROWS_MS / 1_000} s on two quiet cores`,
      measured: spread(first, 'ms'),
      isMet: first.median <= ROWS_MS,
    },
    {
      area: 'Dashboard, 20,000 results, processor a key of the filter',
      goal: `≤ ${KEY_MS} ms`,
      measured: spread(key, 'ms'),
      isMet: key.median <= KEY_MS,
    },
    {
      area: 'Dashboard, 20,000 results, blank rows while scrolling',
      goal: 'none',
      measured: `${blank} of ${frames} frames`,
      isMet: blank === 0,
    },
  ]
}
