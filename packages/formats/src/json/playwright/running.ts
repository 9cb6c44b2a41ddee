import type { RecordedAttachment } from '@svc/client'
import { LIMITS, type Step } from '@svc/protocol'
import type { Sink } from '../../format.ts'
import { dateOf, durationOf, type Fields, isFields, listOf, textOf, titleOf } from '../values.ts'
import { toFailure } from './failure.ts'
import { notesOf } from './json-result.ts'
import type { PlaywrightResult } from './report-shapes.ts'

/** More than is kept, so that the client detects the cut. */
const OUTPUT = 4 * LIMITS.outputTailBytes

/** An attempt of a test while its events arrive. */
export class Running {
  readonly #startedAt: number | undefined
  readonly #stdout = new Tail()
  readonly #stderr = new Tail()
  readonly #attachments: RecordedAttachment[] = []
  readonly #steps: Step[] = []
  readonly #open = new Map<unknown, Step>()
  #stepCount = 0

  constructor(begun: Fields, sink: Sink, line: number) {
    this.#startedAt = dateOf(begun.startTime, sink, line)
  }

  output({ type, data, isBase64 }: Fields): void {
    if (typeof data !== 'string') return
    const text = isBase64 === true ? Buffer.from(data, 'base64').toString() : data
    if (type === 'stderr') this.#stderr.add(text)
    else this.#stdout.add(text)
  }

  attach(attachments: RecordedAttachment[]): void {
    if (this.#attachments.length <= LIMITS.attachments) this.#attachments.push(...attachments)
  }

  stepBegin({ id, parentStepId, title, subtitle, category }: Fields): void {
    this.#stepCount += 1
    if (this.#stepCount > LIMITS.steps + 1) return
    const name = titleOf(title)
    const target = titleOf(subtitle)
    const kind = textOf(category)
    const step: Step = {
      title: target ? `${name} ${target}` : name,
      durationMs: 0,
      ...(kind && { category: kind }),
    }
    const parent = this.#open.get(parentStepId)
    if (parent) {
      parent.steps ??= []
      parent.steps.push(step)
    } else this.#steps.push(step)
    this.#open.set(id, step)
  }

  stepEnd({ id, duration, error }: Fields): void {
    const step = this.#open.get(id)
    if (!step) return
    step.durationMs = typeof duration === 'number' && duration > 0 ? duration : 0
    if (isFields(error)) step.error = toFailure(error).message
  }

  /** Its outcome. */
  end(result: Fields, sink: Sink, line: number): PlaywrightResult {
    return {
      ...(this.#startedAt !== undefined && { startedAt: this.#startedAt }),
      attachments: this.#attachments,
      stdout: this.#stdout.text(),
      stderr: this.#stderr.text(),
      steps: this.#steps,
      status: textOf(result.status) ?? 'failed',
      durationMs: durationOf(result.duration, sink, line),
      errors: listOf(result.errors).map((error) => toFailure(error)),
      annotations: notesOf(result.annotations),
    }
  }
}

/** The end of its output. */
class Tail {
  #pieces: string[] = []
  #length = 0

  add(text: string): void {
    this.#pieces.push(text)
    this.#length += text.length
    if (this.#length > 2 * OUTPUT) {
      this.#pieces = [this.text()]
      this.#length = OUTPUT
    }
  }

  text(): string {
    return this.#pieces.join('').slice(-OUTPUT)
  }
}
