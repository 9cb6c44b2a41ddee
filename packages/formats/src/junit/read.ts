import { HeadText, TailText } from '../common/output.ts'
import { readSeconds, readTimestamp, type TimeUnit } from '../common/times.ts'
import type { ReportedName, Sink } from '../format.ts'
import { ReportProblem } from '../problem.ts'
import type { Attributes, XmlHandler } from '../xml/handler.ts'
import { addCounts, countOutside, countTest, uncount } from './counts.ts'
import { type Dialect, fileOf } from './dialect.ts'
import type { JUnitCase, JUnitSuite } from './elements.ts'
import { isSecondHalf, type Pending } from './pending.ts'
import { CaseReader } from './read-case.ts'
import { type HeldName, Repeats } from './repeats.ts'
import { toAttempts, toFailure } from './to-test.ts'
import { UnclearNames } from './unclear-names.ts'
import { untoldFailure } from './untold-failure.ts'
import { isUnstarted, wrongTotals } from './wrong-totals.ts'

const ROOTS = new Set(['testsuites', 'testsuite', 'testcase', 'testrun'])
/** The properties of a suite that are kept, for example to find the file, and their length. */
const MOST_PROPERTIES = 200
const PROPERTY_LENGTH = 4096

/** Reports the elements of a JUnit XML file to a sink. */
export class JUnitReader implements XmlHandler {
  readonly #sink: Sink
  readonly #dialect: Dialect
  readonly #path: string
  readonly #unit: TimeUnit
  readonly #suites: JUnitSuite[] = []
  /** The unknown element whose content is skipped. */
  #foreign: string[] = []
  #case: CaseReader | undefined
  /** A failure directly in a suite. */
  #suiteFailure: CaseReader | undefined
  #output: { kind: 'stdout' | 'stderr'; text: TailText } | undefined
  #property: { name: string; text: HeadText } | undefined
  #pending: Pending | undefined
  readonly #repeats: Repeats
  readonly #unclearNames = new UnclearNames()
  /** The case before, if it was a failure outside any test. */
  #outside: JUnitCase | undefined
  #suiteCount = 0
  /** True if a test has no file, not even by `--map`. */
  #isWithoutFile = false
  #hasRoot = false
  /** Suites of files that the tool did not start. */
  #unstarted = 0
  /** The file of the last suite that named one. */
  #file = ''

  /** `path` is the report's, `unit` that of its times. */
  constructor(sink: Sink, { dialect, path, unit }: { dialect: Dialect; path: string; unit: TimeUnit }) {
    this.#sink = sink
    this.#dialect = dialect
    this.#path = path
    this.#unit = unit
    this.#repeats = new Repeats(dialect.equalNames)
  }

  repaired(kind: string, line: number, detail?: string): void {
    this.#sink.repaired(kind, line, detail)
  }

  open(name: string, attributes: Attributes, line: number): boolean {
    if (!this.#hasRoot) this.#beginRoot(name, line)
    if (this.#foreign.length > 0) return this.#pass(name)
    const within = this.#case ?? this.#suiteFailure
    if (within) return within.open(name, attributes, line)
    if (name === 'testcase') return this.#beginCase(attributes, line)
    if (name === 'testsuite' || name === 'testsuites' || name === 'testrun')
      return this.#beginSuite(name, attributes, line)
    if (name === 'properties') return false
    if (name === 'property') return this.#beginProperty(attributes)
    if (name === 'system-out' || name === 'system-err') {
      this.#output = { kind: name === 'system-out' ? 'stdout' : 'stderr', text: new TailText() }
      return true
    }
    if (name === 'failure' || name === 'error') {
      this.#suiteFailure = new CaseReader(new Map(), line, this.#unit, this.#repair)
      return this.#suiteFailure.open(name, attributes, line)
    }
    return this.#pass(name)
  }

  text(piece: string): void {
    if (this.#foreign.length > 0) return
    const within = this.#case ?? this.#suiteFailure
    if (within) within.text(piece)
    else if (this.#property) this.#property.text.add(piece)
    else this.#output?.text.add(piece)
  }

  close(name: string): void {
    if (this.#foreign.length > 0) {
      this.#foreign.pop()
      return
    }
    if (this.#case) {
      if (name === 'testcase') this.#endCase(this.#case.end())
      else this.#case.close(name)
    } else if (this.#suiteFailure) {
      this.#suiteFailure.close(name)
      if (name === 'failure' || name === 'error') this.#endSuiteFailure(this.#suiteFailure.end())
    } else if (name === 'property') this.#endProperty()
    else if (this.#output && (name === 'system-out' || name === 'system-err')) this.#endOutput(this.#output)
    else if (name === 'testsuite' || name === 'testsuites' || name === 'testrun') this.#endSuite()
  }

  comment(text: string): void {
    const [, word, number] = /^ ([a-z]+) (\d{1,9}) $/.exec(text) ?? []
    if (word) this.#suites.at(-1)?.commented.set(word, Number(number))
  }

  /** Call it when the file has ended, or is broken. */
  end(): void {
    this.#flush()
    for (const [suite, held] of this.#repeats.end()) this.#tellHeld(held, suite)
    const said = this.#unclearNames.text(this.#dialect)
    if (said) this.#sink.warning(said)
    if (this.#isWithoutFile && this.#dialect.howToNameFiles) this.#sink.warning(this.#dialect.howToNameFiles)
  }

  readonly #repair = (kind: string, line: number, detail?: string) => this.#sink.repaired(kind, line, detail)

  #beginRoot(name: string, line: number): void {
    this.#hasRoot = true
    if (!ROOTS.has(name))
      throw new ReportProblem(`its root element <${name}> is not JUnit XML`, { line, column: 1 })
  }

  #pass(name: string): false {
    this.#foreign.push(name)
    return false
  }

  #beginSuite(element: string, attributes: Attributes, line: number): boolean {
    this.#flush()
    const startedAt = readTimestamp(attributes.get('timestamp'))
    const time = readSeconds(attributes.get('time'), this.#unit)
    if (this.#suites.length === 0)
      this.#sink.run({
        ...(startedAt !== undefined && { startedAt }),
        ...(time.durationMs !== undefined && { durationMs: time.durationMs }),
      })
    else if (startedAt !== undefined) this.#sink.run({ startedAt })
    if (time.repair) this.repaired(time.repair, line, attributes.get('time')?.slice(0, 40))
    if (attributes.has('timestamp') && startedAt === undefined && attributes.get('timestamp') !== '')
      this.repaired('unreadable timestamp', line, attributes.get('timestamp')?.slice(0, 40))
    this.#suiteCount += 1
    const above = this.#suites.at(-1)
    if (above) above.ownSuites += 1
    this.#suites.push({
      // The name of the whole report does not distinguish tests.
      name: element === 'testsuite' ? (attributes.get('name') ?? '') : '',
      attributes,
      properties: this.#inherited(attributes),
      line,
      number: this.#suiteCount,
      counts: { tests: 0, runs: 0, failed: 0, failedRuns: 0, failures: 0, errors: 0, skipped: 0 },
      ownTests: 0,
      ownSuites: 0,
      commented: new Map(),
      ...(startedAt !== undefined && { startedAt }),
    })
    return false
  }

  #inherited(attributes: Attributes): Map<string, string> {
    if (!this.#dialect.fileGoesOn) return new Map()
    this.#file = attributes.get('file') || this.#file
    return new Map([['file', this.#file]])
  }

  #endSuite(): void {
    const suite = this.#suites.at(-1)
    if (!suite) return
    this.#flush()
    this.#tellHeld(this.#repeats.endSuite(suite), suite)
    this.#suites.pop()
    const above = this.#suites.at(-1)
    if (above) addCounts(above.counts, suite.counts)
    for (const detail of wrongTotals(suite)) this.repaired('wrong total', suite.line, detail)
    if (above) this.#unstarted += isUnstarted(suite, this.#dialect) ? 1 : 0
    // Only a bail leaves files without a test, and a bail takes a failed test.
    else if (suite.counts.failed > 0) this.#sink.unfinished(this.#unstarted)
    const untold = untoldFailure(suite, this.#dialect)
    if (untold === undefined) return
    suite.counts.failures += 1
    if (above) above.counts.failures += 1
    this.#sink.error({ message: untold }, suite.attributes.get('file'))
  }

  #beginCase(attributes: Attributes, line: number): boolean {
    this.#case = new CaseReader(attributes, line, this.#unit, this.#repair)
    return false
  }

  #endCase(test: JUnitCase): void {
    this.#case = undefined
    const suite = this.#suites.at(-1)
    this.#map(test)
    if (this.#dialect.isOutside?.(test, this.#suites)) {
      const before = this.#outside
      this.#outside = test
      if (!before || !this.#dialect.repeatsOutside?.(test, before)) this.#endOutside(test, suite)
      return
    }
    this.#outside = undefined
    const attempts = toAttempts(test, {
      path: this.#path,
      dialect: this.#dialect,
      repaired: (kind) => this.repaired(kind, test.line),
    })
    const adjusted = this.#dialect.adjust?.(attempts, test) ?? attempts
    if (suite) countTest(suite, test, adjusted)
    const name = this.#nameOf(test)
    if (name.file === '') this.#isWithoutFile = true
    if (test.name === '') this.repaired('test without a name', test.line)
    if (this.#pending && isSecondHalf(this.#pending, name, test, adjusted)) return
    this.#flush()
    this.#pending = { test, name, attempts: adjusted, suite }
  }

  /** A file that the report names is mapped together with its test. */
  #map(test: JUnitCase): void {
    if (fileOf(test, this.#suites)) return
    const mapped = this.#sink.mapped(test.className || this.#suites.at(-1)?.name || '')
    if (mapped !== undefined) Object.assign(test, { file: mapped, isMapped: true })
  }

  #nameOf(test: JUnitCase): ReportedName {
    const name = this.#dialect.nameOf(test, this.#suites, this.#path)
    return test.isMapped && name.file === test.file ? { ...name, isMapped: true } : name
  }

  #endOutside(test: JUnitCase, suite: JUnitSuite | undefined): void {
    if (suite) countOutside(suite, test)
    const { file } = this.#nameOf(test)
    for (const outcome of test.outcomes)
      this.#sink.error(toFailure(outcome, this.#dialect, test), file || undefined)
  }

  #endSuiteFailure(read: JUnitCase): void {
    this.#suiteFailure = undefined
    const suite = this.#suites.at(-1)
    if (suite) suite.counts.failures += 1
    for (const outcome of read.outcomes) {
      const failure = toFailure(outcome, this.#dialect)
      const named = suite?.name ? { ...failure, message: `${suite.name}: ${failure.message}` } : failure
      this.#sink.error(named, suite?.attributes.get('file'))
    }
  }

  #beginProperty(attributes: Attributes): boolean {
    const text = new HeadText()
    const value = attributes.get('value')
    if (value !== undefined) text.add(value)
    this.#property = { name: attributes.get('name') ?? '', text }
    return true
  }

  #endProperty(): void {
    const properties = this.#suites.at(-1)?.properties
    if (this.#property && properties && properties.size < MOST_PROPERTIES) {
      const { name, text } = this.#property
      properties.set(name, text.text.slice(0, PROPERTY_LENGTH).trim())
    }
    this.#property = undefined
  }

  /** Output of a suite belongs to its test if it has only one. */
  #endOutput({ kind, text }: { kind: 'stdout' | 'stderr'; text: TailText }): void {
    this.#output = undefined
    const suite = this.#suites.at(-1)
    const attempt = this.#pending?.attempts.at(-1)
    if (text.text.trim() === '') return
    if (attempt && this.#pending?.suite === suite && suite?.ownTests === 1) attempt[kind] ??= text.text
    else if (suite) this.repaired('output of a suite left out', suite.line)
  }

  /** Reports the test that was held back. */
  #flush(): void {
    const pending = this.#pending
    if (!pending) return
    this.#pending = undefined
    const earlier = this.#repeats.add(pending)
    if (earlier !== 'held') this.#tell(pending, earlier)
  }

  #tellHeld(held: HeldName[], suite: JUnitSuite | undefined): void {
    for (const name of held) {
      const { elements, meaning } = name
      this.#unclearNames.add(name)
      if (!this.#dialect.equalNames) continue
      const [first] = elements
      if (meaning !== 'retries' || !first)
        for (const [index, each] of elements.entries()) this.#tell(each, index)
      else {
        const attempts = elements.flatMap((each) => each.attempts)
        this.#sink.test(first.name, attempts)
        uncount(suite, elements.length - 1)
      }
    }
  }

  /** Reports an element; its suite has reported `earlier` ones with its name. */
  #tell({ name, attempts, suite }: Pending, earlier: number): void {
    const isRepetition = earlier > 0 && this.#dialect.equalNames?.areOneTest === true
    if (!isRepetition) this.#sink.test(name, attempts)
    else if (this.#sink.test(name, attempts, earlier)) uncount(suite, 1)
  }
}
