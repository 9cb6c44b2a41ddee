import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { listTool } from '../../server/src/doors/mcp/serve.ts'
import { TOOLS } from '../../server/src/doors/mcp/tools.ts'
import { startBenchServer } from '../bench-server.ts'
import { withFolder } from '../databases.ts'
import { uploadBody } from '../made-run.ts'
import { paired, sampleOf } from '../measure.ts'
import { heading, say, spread, table, type Verdict } from '../report.ts'
import { callMany, oursOf, type Round, startEmptyTool } from './call-many.ts'

const ROUNDS = 9
/** Until what a call runs is compiled. */
const WARM_UPS = 8
const CALLS = 1_000
/** Calls under way at once. */
const AT_ONCE = 8
const MOST_TOKENS = 6_000
const GOAL = 2

/** Tools with short answers: longer answers cost what they contain. */
const MEASURED: { name: string; args: object }[] = [{ name: 'svc_list_accounts', args: {} }]

/** What agents cost: the list of tools in tokens, and a call beside an empty tool on the same SDK. */
export async function benchMcp(): Promise<Verdict[]> {
  return [measureList(), ...(await measureCalls())]
}

function measureList(): Verdict {
  heading('The list of tools')
  const sizes = TOOLS.map((row) => ({ name: row.name, tokens: countTokens(JSON.stringify(listTool(row))) }))
  table(
    ['tool', 'tokens'],
    sizes.map(({ name, tokens }) => [name, String(tokens)]),
  )
  const all = countTokens(JSON.stringify(TOOLS.map(listTool)))
  say(`\n${TOOLS.length} tools, ${all} tokens (o200k_base)`)
  return {
    area: 'List of tools',
    goal: `≤ ${MOST_TOKENS} tokens`,
    measured: `${all} tokens, ${TOOLS.length} tools`,
    isMet: all <= MOST_TOKENS,
  }
}

async function measureCalls(): Promise<Verdict[]> {
  heading(`A call of a tool, ${CALLS} calls a round`)
  const empty = await startEmptyTool()
  const lines = await withFolder(async (folder) => {
    const server = await startBenchServer({ folder })
    await server.ingest(uploadBody({ project: 'shop', build: 'first' }))
    const measured = []
    for (const { name, args } of MEASURED) {
      const pairs = await paired(
        ROUNDS,
        () => callMany(oursOf(server), name, args, CALLS, AT_ONCE),
        () => callMany(empty.target, 'nothing', {}, CALLS, AT_ONCE),
        WARM_UPS,
      )
      const sampleBy = (side: 'ours' | 'limit', which: keyof Round, scale = 1) =>
        sampleOf(pairs.map((pair) => pair[side][which] * scale))
      measured.push({
        name,
        ours: sampleBy('ours', 'cpu', 1_000),
        limit: sampleBy('limit', 'cpu', 1_000),
        p50: sampleBy('ours', 'p50'),
        p50Limit: sampleBy('limit', 'p50'),
        ratio: sampleOf(pairs.map(({ ours, limit }) => ours.cpu / limit.cpu)),
      })
    }
    await server.close()
    return measured
  })
  empty.stop()
  table(
    ['', 'server CPU', 'of an empty tool', 'ratio', 'p50', 'of an empty tool'],
    lines.map(({ name, ours, limit, ratio, p50, p50Limit }) => [
      name,
      spread(ours, 'µs'),
      spread(limit, 'µs'),
      spread(ratio, '×'),
      spread(p50, 'ms'),
      spread(p50Limit, 'ms'),
    ]),
  )
  return lines.map(({ name, ratio }) => ({
    area: `Call of ${name}, server CPU`,
    goal: `≤ ${GOAL}× an empty tool on the same SDK`,
    measured: spread(ratio, '×'),
    isMet: ratio.median <= GOAL,
  }))
}
