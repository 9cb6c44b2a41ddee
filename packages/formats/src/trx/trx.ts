import { join } from 'node:path'
import { FAILURE_WITHOUT_MESSAGE } from '../common/failure-without-message.ts'
import { own } from '../common/own.ts'
import { readTimestamp } from '../common/times.ts'
import type { Format, Sink, Source } from '../format.ts'
import { collect, type XmlNode } from '../xml/collect.ts'
import { parseXml } from '../xml/parse.ts'
import { rootOf } from '../xml/root-of.ts'
import { type Definition, RESULTS, toTests } from './to-tests.ts'

const ROOT = /^<TestRun\s[^>]{0,2000}(?:TeamTest|id=)/
/** The number of definitions that are kept: as many as an execution may have tests. */
const MOST_DEFINITIONS = 200_000

/**
 * TRX, the results of VSTest and of Microsoft.Testing.Platform. Classes follow the results, so it
 * is read twice.
 */
export const trx: Format = {
  name: 'trx',
  detect: ({ text }) => ROOT.test(rootOf(text)),
  startedAt: ({ text }) => readTimestamp(/<Times\s[^>]{0,1000}\bstart="([^"]{1,60})"/.exec(text)?.[1]),
  runner: () => ({ name: 'dotnet test' }),
  async read(source, sink) {
    const definitions = await readDefinitions(source)
    sink.run({ tool: 'dotnet test' })
    let folder = ''
    const repeated = new RepeatedResults()
    let results = 0
    let rows = 0
    let failed = 0
    let hasError = false
    let summary = ''
    let said: { total: number; line: number } | undefined
    const handler = collect({
      wanted: new Set([...RESULTS, 'RunInfo', 'Counters', 'Times', 'Deployment']),
      printed: new Set(['StdOut', 'StdErr', 'DebugTrace']),
      repaired: sink.repaired,
      begin(name, attributes) {
        if (name === 'ResultSummary') summary = attributes.get('outcome') ?? ''
      },
      node(node) {
        const { name, attributes, line } = node
        if (RESULTS.has(name)) {
          results += 1
          rows += rowsOf(node)
          failed += /^(?:failed|error|timeout|aborted|disconnected)$/i.test(attributes.get('outcome') ?? '')
            ? 1
            : 0
          repeated.add(node)
          toTests(node, { definitions, folder: join(source.path, '..', folder, 'In'), sink })
        } else if (name === 'Deployment') folder = attributes.get('runDeploymentRoot') ?? ''
        else if (name === 'Times') tellTimes(sink, attributes)
        else if (name === 'RunInfo')
          hasError = tellRunInfo(sink, attributes.get('outcome') ?? '', textOf(node), failed > 0) || hasError
        else if (name === 'Counters') {
          said = { total: Number(attributes.get('total')), line }
        }
      },
    })
    await parseXml(source.text(sink), handler)
    if (failed === 0 && !hasError && /^(?:failed|error|aborted|timeout|disconnected)$/i.test(summary))
      sink.error({ message: FAILURE_WITHOUT_MESSAGE })
    const unclear = repeated.text()
    if (unclear) sink.warning(unclear)
    // Counters may precede the results, and may or may not count rows beside the result that
    // contains them.
    if (said && said.total >= 0 && ![results, rows, results + rows].includes(said.total))
      sink.repaired('wrong total', said.line, `total says ${said.total}, has ${results}`)
  },
}

/** The number of results within one. */
const rowsOf = (node: XmlNode): number =>
  node.children.reduce((sum, each) => sum + (RESULTS.has(each.name) ? 1 : 0) + rowsOf(each), 0)

const tellTimes = (sink: Sink, attributes: ReadonlyMap<string, string>): void => {
  const startedAt = readTimestamp(attributes.get('start'))
  const finishedAt = readTimestamp(attributes.get('finish'))
  if (startedAt === undefined) return
  sink.run({
    startedAt,
    ...(finishedAt !== undefined && finishedAt >= startedAt && { durationMs: finishedAt - startedAt }),
  })
}

/** Messages that only say that tests failed. */
const REPEATED = /\[FAIL\]$|^Exit code indicates failure/

const textOf = ({ children, text }: { children: { name: string; text: string }[]; text: string }) =>
  (children.find(({ name }) => name === 'Text')?.text ?? text).trim()

/** True if it reported an error. */
const tellRunInfo = (sink: Sink, outcome: string, text: string, hasFailed: boolean): boolean => {
  if (text === '' || (hasFailed && REPEATED.test(text))) return false
  if (/^warning$/i.test(outcome)) sink.warning(text)
  if (!/^(?:error|failed|aborted)$/i.test(outcome)) return false
  sink.error({ message: text })
  return true
}

/** The definition of each test by the test's id. */
const readDefinitions = async (source: Source): Promise<ReadonlyMap<string, Definition>> => {
  const definitions = new Map<string, Definition>()
  const known = new Map<string, Definition>()
  const keep = (id: string, className: string, assembly: string) => {
    const key = own(`${assembly}\n${className}`)
    const definition = known.get(key) ?? { className: own(className), assembly: own(assembly) }
    known.set(key, definition)
    definitions.set(own(id), definition)
  }
  const handler = collect({
    wanted: new Set(['UnitTest']),
    printed: new Set(),
    repaired: () => undefined,
    node({ attributes, children }) {
      const method = children.find(({ name }) => name === 'TestMethod')
      const id = attributes.get('id')
      // MSTest appends the assembly to the class.
      const className = method?.attributes.get('className')?.split(',')[0]?.trim() ?? ''
      const assembly = assemblyOf(method?.attributes.get('codeBase') ?? attributes.get('storage') ?? '')
      if (id && definitions.size < MOST_DEFINITIONS) keep(id, className, assembly)
    },
  })
  // Mistakes are reported when the results are read.
  await parseXml(source.text({ repaired: () => undefined }), handler).catch(() => undefined)
  return definitions
}

/** The file of an assembly, below its framework, because a project may have several: `net9.0/shop.dll`. */
const assemblyOf = (path: string): string => {
  const [file = '', ...folders] = path.toLowerCase().split(/[\\/]/).reverse()
  const framework = folders.find((folder) => /^net\w*\d/.test(folder))
  return framework ? `${framework}/${file}` : file
}

/** Failed results that are remembered. */
const MOST = 10_000

/** Finds tests that fail and then pass in one file, which does not say whether that is a retry. */
class RepeatedResults {
  /** What follows a failed result of a test: nothing, a pass, or more. */
  readonly #later = new Map<string, 'nothing' | 'pass' | 'more'>()

  add({ attributes }: XmlNode): void {
    const name = attributes.get('testName') ?? ''
    const id = attributes.get('testId')
    if (!id) return
    const key = `${id} ${name}`
    const outcome = attributes.get('outcome')?.toLowerCase()
    const later = this.#later.get(key)
    if (later !== undefined)
      this.#later.set(key, later === 'nothing' && outcome === 'passed' ? 'pass' : 'more')
    else if (outcome === 'failed' && this.#later.size < MOST) this.#later.set(own(key), 'nothing')
  }

  /** A sentence for readers of the execution; empty if every name is clear. */
  text(): string {
    const unclear = [...this.#later].flatMap(([key, later]) => (later === 'pass' ? [key] : []))
    const [first] = unclear
    if (first === undefined) return ''
    const more = unclear.length - 1
    const others = more === 0 ? '' : `, and so do ${more} other ${more === 1 ? 'test' : 'tests'}`
    return `${first.slice(first.indexOf(' ') + 1)} fails and then passes in one report${others}. ${more === 0 ? 'It counts' : 'They count'} as failed, because TRX does not say whether the second is a retry. If it is, write a report for each run, send both and use --reruns.`
  }
}
