import { HeadText, TailText } from '../common/output.ts'
import { readSeconds, readTimestamp, type TimeUnit } from '../common/times.ts'
import type { Attributes } from '../xml/handler.ts'
import type { JUnitCase, JUnitOutcome, JUnitProperty, OutcomeKind } from './elements.ts'

const OUTCOMES: ReadonlySet<string> = new Set<OutcomeKind>([
  'failure',
  'error',
  'skipped',
  'rerunFailure',
  'rerunError',
  'flakyFailure',
  'flakyError',
  'warning',
])
/** As tools write a skip that is none of `<skipped>`: Ant's task junitlauncher a failed assumption, Avocado a cancelled test. */
const SKIPS: ReadonlySet<string> = new Set(['aborted', 'cancelled', 'canceled'])
/** The client keeps 20 errors and 100 attempts. */
const MOST_OUTCOMES = 120
/** The client keeps 100. */
const MOST_PROPERTIES = 120

/** As junit_formatter of ExUnit writes a file. With its line, a test would be a new one after a change above it. */
const FILE_WITH_LINE = /^(.{1,1000}\.\w{1,6}):(\d{1,7})(?::\d{1,7})?$/s

type Repaired = (kind: string, line: number, detail?: string) => void

/** Collects the content of a `testcase`, or of a `failure` of a suite. */
export class CaseReader {
  readonly test: JUnitCase
  readonly #repaired: Repaired
  readonly #unit: TimeUnit
  readonly #stdout = new TailText()
  readonly #stderr = new TailText()
  #open: { outcome: JUnitOutcome; text: HeadText; stdout: TailText; stderr: TailText } | undefined
  #property: { name: string; text: HeadText } | undefined
  #sink: HeadText | TailText | undefined

  constructor(attributes: Attributes, line: number, unit: TimeUnit, repaired: Repaired) {
    this.#repaired = repaired
    this.#unit = unit
    const time = this.#seconds(attributes.get('time') ?? attributes.get('duration'), line)
    const startedAt = readTimestamp(attributes.get('timestamp') ?? attributes.get('started-at'))
    const named = attributes.get('file') ?? attributes.get('filepath') ?? attributes.get('filename') ?? ''
    const [, file = named, lineOfFile] = FILE_WITH_LINE.exec(named) ?? []
    this.test = {
      name: attributes.get('name') ?? '',
      className: attributes.get('classname') ?? attributes.get('class') ?? '',
      file,
      lineOfTest: wholeOf(attributes.get('line') ?? attributes.get('lineno') ?? lineOfFile),
      attributes,
      outcomes: [],
      properties: [],
      stdout: '',
      stderr: '',
      attachments: [],
      line,
      ...(time !== undefined && { durationMs: time }),
      ...(startedAt !== undefined && { startedAt }),
    }
  }

  /** Any nested element; true if its text is wanted. */
  open(name: string, attributes: Attributes, line: number): boolean {
    const kind = outcomeOf(name)
    if (kind) return this.#beginOutcome(kind, attributes, line)
    const { stdout, stderr } = this.#open ?? { stdout: this.#stdout, stderr: this.#stderr }
    if (name === 'system-out') this.#sink = stdout
    else if (name === 'system-err') this.#sink = stderr
    else if (name === 'stackTrace') this.#sink = this.#open?.text
    else if (name === 'property') this.#beginProperty(attributes)
    // For unknown elements within a failure, the text belongs to the failure.
    else if (!this.#open) this.#sink = undefined
    return this.#sink !== undefined
  }

  text(piece: string): void {
    this.#sink?.add(piece)
  }

  close(name: string): void {
    if (name === 'property') this.#endProperty()
    if (outcomeOf(name)) this.#endOutcome()
    this.#sink = this.#open?.text
  }

  /** The test with its content. */
  end(): JUnitCase {
    const { test } = this
    test.stdout = this.#stdout.text
    test.stderr = this.#stderr.text
    test.attachments = [...this.#stdout.attachments, ...this.#stderr.attachments]
    return test
  }

  #beginOutcome(kind: OutcomeKind, attributes: Attributes, line: number): boolean {
    const durationMs = this.#seconds(attributes.get('time'), line)
    const startedAt = readTimestamp(attributes.get('timestamp'))
    const outcome: JUnitOutcome = {
      kind,
      message: attributes.get('message') ?? '',
      type: attributes.get('type') ?? '',
      text: '',
      stdout: '',
      stderr: '',
      attachments: [],
      ...(durationMs !== undefined && { durationMs }),
      ...(startedAt !== undefined && { startedAt }),
    }
    const { outcomes } = this.test
    // The first warning says why a test did not run. More of them must take no room from failures.
    const isSpare = kind === 'warning' && outcomes.some((each) => each.kind === 'warning')
    if (!isSpare && outcomes.length < MOST_OUTCOMES) outcomes.push(outcome)
    else if (!isSpare) this.#repaired('too many failures of one test', line)
    const text = new HeadText()
    this.#open = { outcome, text, stdout: new TailText(), stderr: new TailText() }
    this.#sink = text
    return true
  }

  #endOutcome(): void {
    if (this.#open) {
      const { outcome, text, stdout, stderr } = this.#open
      outcome.text = text.text
      outcome.stdout = stdout.text
      outcome.stderr = stderr.text
      outcome.attachments = [...stdout.attachments, ...stderr.attachments]
    }
    this.#open = undefined
  }

  #beginProperty(attributes: Attributes): void {
    const name = attributes.get('name') ?? ''
    const value = attributes.get('value')
    const text = new HeadText()
    if (value !== undefined) text.add(value)
    this.#property = { name, text }
    this.#sink = text
  }

  #endProperty(): void {
    if (!this.#property) return
    const { name, text } = this.#property
    const property: JUnitProperty = { name, value: text.text.trim() }
    if (name !== '' && this.test.properties.length < MOST_PROPERTIES) this.test.properties.push(property)
    this.#property = undefined
  }

  #seconds(text: string | undefined, line: number): number | undefined {
    const { durationMs, repair } = readSeconds(text, this.#unit)
    if (repair) this.#repaired(repair, line, text?.slice(0, 40))
    return durationMs
  }
}

const outcomeOf = (element: string): OutcomeKind | undefined =>
  SKIPS.has(element) ? 'skipped' : OUTCOMES.has(element) ? (element as OutcomeKind) : undefined

const wholeOf = (text: string | undefined): number => {
  const number = text ? Number(text) : 0
  return Number.isInteger(number) && number > 0 ? number : 0
}
