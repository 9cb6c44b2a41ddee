import type { AttemptDetail, Failure } from '@svc/protocol'
import type { ReportedName, Sink } from '../../format.ts'
import { ReportProblem } from '../../problem.ts'
import { fieldsOf, isFields, listOf, textOf, titleOf, wholeOf } from '../values.ts'
import { toPlaywrightTest } from './json-result.ts'
import type { PlaywrightTest } from './report-shapes.ts'
import { outcomeOf, toAttempts, toNotBegun } from './to-attempts.ts'

/** Why tests never started, according to the rest of the report. */
const whyNotBegun = ({
  errors,
  isInterrupted,
}: {
  errors: string[]
  isInterrupted: boolean
}): NonNullable<AttemptDetail['skip']> => {
  if (errors.some((message) => message.includes('Testing stopped early')))
    return { kind: 'filtered', reason: 'the run reached its maximum number of failures' }
  if (errors.some(isGlobalTimeout))
    return { kind: 'interrupted', reason: 'the run reached its global timeout' }
  if (isInterrupted) return { kind: 'interrupted' }
  return { kind: 'hook', reason: 'a project that it depends on failed, or the run ended before it started' }
}

const isGlobalTimeout = (message: string): boolean =>
  message.includes('Timed out waiting ') && / (?:test suite|test run|to run)/.test(message)

/** A file, or a block within it. */
export interface Suite {
  title?: string
  file?: string
}

/** Repeats of one test in one project. */
interface Waiting {
  name: ReportedName
  repeats: PlaywrightTest[]
}

/** Reports the content of a JSON report as the svc reporter would have reported the run. */
export class Specs {
  readonly outcomes = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }
  readonly #sink: Sink
  #rootDir = ''
  /** Projects whose tests are repeated; in other projects, equal tests belong to several merged runs. */
  readonly #repeating = new Set<string>()
  /** Tests that never started; the reason is known at the end. */
  readonly #notBegun: Waiting[] = []
  readonly #errors: string[] = []
  #isInterrupted = false
  /** True if a test has a result. */
  #hasRun = false
  /** True if the report marks a test as failed, regardless of its results. */
  saysFailed = false
  /** True if the run fails because of flaky tests (`failOnFlakyTests`); only newer versions write it. */
  countsFlakes = false

  constructor(sink: Sink) {
    this.#sink = sink
  }

  configure(field: string, value: unknown): void {
    if (field === 'rootDir') this.#rootDir = textOf(value) ?? ''
    if (field === 'version') this.#sink.run({ tool: 'playwright', toolVersion: titleOf(value) })
    if (field === 'failOnFlakyTests') this.countsFlakes = value === true
    if (field === 'projects')
      for (const project of listOf(value)) {
        const { name, repeatEach } = fieldsOf(project)
        if ((wholeOf(repeatEach) ?? 1) > 1) this.#repeating.add(titleOf(name))
      }
  }

  error(failure: Failure): void {
    this.#errors.push(failure.message)
    this.#sink.error(failure, failure.location?.file)
  }

  /** One spec: the tests with one title in all projects, and their repeats. */
  tell(above: Suite[], value: unknown, line: number): void {
    if (!isFields(value)) throw new ReportProblem('a spec is not an object')
    const file = this.#path(textOf(value.file) ?? above.at(-1)?.file ?? above[0]?.file ?? '')
    const titles = [
      ...above
        .slice(1)
        .map(({ title = '' }) => title)
        .filter(Boolean),
      titleOf(value.title),
    ]
    const row = wholeOf(value.line)
    const column = wholeOf(value.column)
    const spec = {
      tags: listOf(value.tags).map((tag) => `@${titleOf(tag).replace(/^@/, '')}`),
      ...(row !== undefined && { location: { file, line: row, ...(column !== undefined && { column }) } }),
    }
    const tests = listOf(value.tests)
    if (tests.length === 0) this.#sink.repaired('spec without tests', line)
    this.saysFailed ||= tests.some((test) => fieldsOf(test).status === 'unexpected')
    const byProject = new Map<string, unknown[]>()
    for (const test of tests) {
      const project = titleOf(fieldsOf(test).projectName)
      const known = byProject.get(project)
      if (known) known.push(test)
      else byProject.set(project, [test])
    }
    for (const [variant, ofProject] of byProject) {
      const converted = ofProject.map((test) => toPlaywrightTest(test, spec, this.#sink, line))
      this.#compareVerdicts(ofProject, converted, line)
      const name = { file, titles, variant }
      if (this.#repeating.has(variant)) this.#tellTest(name, converted)
      else for (const each of converted) this.#tellTest(name, [each])
    }
  }

  /** Playwright's own outcome of each test; individual results take precedence. */
  #compareVerdicts(tests: unknown[], converted: PlaywrightTest[], line: number): void {
    for (const [index, test] of converted.entries()) {
      const said = textOf(fieldsOf(tests[index]).status)
      const outcome = outcomeOf(test)
      if (said && said !== outcome)
        this.#sink.repaired('wrong status', line, `status says ${said.slice(0, 20)}, results say ${outcome}`)
    }
  }

  /** True if an error outside of tests was reported. */
  get hasErrors(): boolean {
    return this.#errors.length > 0
  }

  /** True if it names tests that should run, but no result and no error says that any did. */
  get isList(): boolean {
    return !this.#hasRun && !this.hasErrors && this.isCutOff
  }

  /** True if a test did not end, or never started. */
  get isCutOff(): boolean {
    const isMissing = ({ expectedStatus, results }: PlaywrightTest) =>
      results.length === 0 && expectedStatus !== 'skipped'
    return this.#isInterrupted || this.#notBegun.some(({ repeats }) => repeats.some(isMissing))
  }

  end(): void {
    this.#sink.run({ tool: 'playwright' })
    const why = whyNotBegun({ errors: this.#errors, isInterrupted: this.#isInterrupted })
    for (const { name, repeats } of this.#notBegun)
      this.#sink.test(
        name,
        repeats.flatMap((test, repeat) =>
          test.results.length > 0 ? toAttempts(test, repeat, this.#sink) : [toNotBegun(test, repeat, why)],
        ),
      )
  }

  #tellTest(name: ReportedName, repeats: PlaywrightTest[]): void {
    for (const test of repeats) {
      this.outcomes[outcomeOf(test)] += 1
      this.#isInterrupted ||= test.results.some(({ status }) => status === 'interrupted')
      this.#hasRun ||= test.results.length > 0
    }
    if (repeats.some(({ results }) => results.length === 0)) this.#notBegun.push({ name, repeats })
    else
      this.#sink.test(
        name,
        repeats.flatMap((test, repeat) => toAttempts(test, repeat, this.#sink)),
      )
  }

  /** Files are relative to the folder that all tests share. */
  #path(file: string): string {
    const isAbsolute = file.startsWith('/') || /^[A-Za-z]:[\\/]/.test(file)
    return file === '' || isAbsolute || this.#rootDir === '' ? file : `${this.#rootDir}/${file}`
  }
}
