import { benchAction } from './action/action.ts'
import { benchArchive } from './archive.ts'
import { benchBus } from './bus/bus.ts'
import { benchSends } from './bus/sends.ts'
import { benchComparisons } from './compare/compare.ts'
import { benchDashboard } from './dashboard/dashboard.ts'
import { benchInteractions } from './dashboard/inp.ts'
import { benchPageReads } from './dashboard/reads.ts'
import { benchTexts } from './dashboard/texts.ts'
import { benchFormats } from './formats/formats.ts'
import { benchDocumentsHeldUp } from './held-up/documents.ts'
import { benchHeldUpReads } from './held-up/reads.ts'
import { benchHeldUpWrites } from './held-up/writes.ts'
import { benchHostile } from './hostile/hostile.ts'
import { benchIngest } from './ingest.ts'
import { benchKnowledgeQuality } from './knowledge/quality.ts'
import { benchKnowledgeSpeed } from './knowledge/speed.ts'
import { benchMcp } from './mcp/mcp.ts'
import { benchProve } from './prove/prove.ts'
import { benchReads } from './reads.ts'
import { describeMachine, heading, say, table, type Verdict } from './report.ts'
import { benchFirstRun } from './reporters/first-run.ts'
import { benchHooks } from './reporters/hooks.ts'
import { benchImport } from './reporters/import.ts'
import { benchJournal } from './reporters/journal.ts'
import { benchMemory } from './reporters/memory.ts'
import { benchRuns } from './reporters/runs.ts'
import { benchSend } from './reporters/send.ts'
import { benchCompare } from './scale/compare.ts'
import { benchGrowth } from './scale/growth.ts'
import { removeHistories, type Size } from './scale/kept.ts'
import { benchMcpAtScale } from './scale/mcp.ts'
import { benchQueries } from './scale/queries.ts'
import { benchQueryable } from './scale/queryable.ts'
import { benchSmallGet } from './scale/small-get.ts'
import { benchHistoryStorage } from './scale/storage.ts'
import { benchUnderLoad } from './scale/under-load.ts'
import { benchStart } from './start.ts'
import { benchStorage } from './storage.ts'
import { benchVerdicts } from './verdicts/verdicts.ts'
import { WORKFLOWS, type Workflow } from './verdicts/world.ts'
import { benchWake } from './wake/wake.ts'

/** Measures the goals of docs/contributing/performance.md, each beside its limit in the same run; figures, not a pass or a fail. */
const BENCHES: Record<string, () => Promise<Verdict[]>> = {
  start: benchStart,
  ingest: benchIngest,
  hostile: benchHostile,
  'held-up-documents': benchDocumentsHeldUp,
  'held-up-writes': benchHeldUpWrites,
  'held-up-reads': benchHeldUpReads,
  reads: benchReads,
  storage: benchStorage,
  archive: benchArchive,
  compare: benchComparisons,
  verdicts: () =>
    benchVerdicts({
      seeds: seedsOf(process.argv),
      workflows: workflowsOf(process.argv),
      regressions: regressionsOf(process.argv),
      isExplained: process.argv.includes('--explain'),
    }),
  prove: benchProve,
  action: benchAction,
  formats: benchFormats,
  wake: benchWake,
  mcp: benchMcp,
  'bus-streams': benchBus,
  'bus-sends': benchSends,
  'dashboard-view': benchDashboard,
  'dashboard-inp': benchInteractions,
  'dashboard-reads': benchPageReads,
  'dashboard-texts': benchTexts,
  'reporters-journal': benchJournal,
  'reporters-send': benchSend,
  'reporters-import': benchImport,
  'reporters-first-run': benchFirstRun,
  'reporters-hooks': benchHooks,
  'reporters-runs': benchRuns,
  'reporters-memory': benchMemory,
  'knowledge-quality': benchKnowledgeQuality,
  'knowledge-speed': benchKnowledgeSpeed,
  'scale-1m': () => benchScale('1m'),
  'scale-10m': () => benchScale('10m'),
  'scale-mcp': benchMcpAtScale,
  'scale-growth': benchGrowth,
  'scale-load': () => benchUnderLoad('1m'),
  'scale-get': benchSmallGet,
  'scale-queryable': benchQueryable,
}

/** Takes what `scale` has built and kept away again. */
const REMOVE = '--remove'

/** A name stands for all that begin with it: `reporters`. */
const names = process.argv.slice(2).filter((name) => !name.startsWith('--'))
const asked = names.flatMap((name) => {
  const group = Object.keys(BENCHES).filter((each) => each.startsWith(`${name}-`))
  return group.length > 0 ? group : [name]
})
const unknown = asked.filter((name) => !Object.hasOwn(BENCHES, name))
if (unknown.length > 0) {
  process.stderr.write(
    `There is no benchmark ${unknown.join(', ')}; there is ${Object.keys(BENCHES).join(', ')}.\n`,
  )
  process.exit(2)
}

if (process.argv.includes(REMOVE)) {
  removeHistories()
  process.exit(0)
}

const begun = Date.now()
say(`${new Date(begun).toISOString().slice(0, 10)}, ${describeMachine()}`)
say('Median of paired rounds, with least and most.')
const verdicts: Verdict[] = []
for (const [name, bench] of Object.entries(BENCHES))
  if (asked.length === 0 || asked.includes(name)) verdicts.push(...(await bench()))

heading('Goals')
table(
  ['', 'goal', 'measured', ''],
  verdicts.map(({ area, goal, measured, isMet }) => [area, goal, measured, isMet ? 'met' : 'NOT met']),
)
say(`\n${Math.round((Date.now() - begun) / 1000)} s in all`)

/** What one size of history shows by itself. */
async function benchScale(size: Size): Promise<Verdict[]> {
  return [...(await benchQueries(size)), ...(await benchCompare(size)), ...(await benchHistoryStorage(size))]
}

/** The workflows of `--workflow=queue,scheduled`, or of `all`. */
function workflowsOf(args: string[]): readonly Workflow[] {
  const asked = args.find((arg) => arg.startsWith('--workflow='))?.slice('--workflow='.length)
  if (asked === undefined) return ['every-push']
  if (asked === 'all') return WORKFLOWS
  return asked.split(',').map((name) => {
    const found = WORKFLOWS.find((workflow) => workflow === name)
    if (found === undefined)
      throw new Error(`No workflow is named ${name}. Known: all, ${WORKFLOWS.join(', ')}.`)
    return found
  })
}

/** The number of `--regressions=300`, of which ordinary worlds alone count; null without the option. */
function regressionsOf(args: string[]): number | null {
  const [, count] = args.map((arg) => /^--regressions=(\d+)$/.exec(arg)).find((found) => found) ?? []
  return count === undefined ? null : Number(count)
}

/** The worlds of `--worlds=1-40`, for choosing rules; null without the option. */
function seedsOf(args: string[]): number[] | null {
  const [, from, to] = args.map((arg) => /^--worlds=(\d+)-(\d+)$/.exec(arg)).find((found) => found) ?? []
  if (from === undefined || to === undefined) return null
  return Array.from({ length: Number(to) - Number(from) + 1 }, (_, i) => Number(from) + i)
}
