import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { JournalLine } from '@svc/protocol'
import type { MadeJournal } from './made-journals.ts'
import type { Seeded } from './seeded.ts'

const gzipped = promisify(gzip)
const TRY_AGAIN_MS = 25
const ANSWERS_WITHIN_MS = 120_000

/** Clients of one server, and what it has told them. */
export class Clients {
  /** Entries the server has acknowledged, by journal. */
  readonly acknowledged = new Map<string, number>()
  /** Segments that are sent and not answered: where each begins and ends, by journal. */
  readonly underWay = new Map<string, { from: number; to: number }>()
  /** Answers that were neither 200 nor a 409 with a place to continue from. */
  readonly surprises: string[] = []
  refusals = 0
  readonly #onSend: (() => void)[] = []
  readonly #url: string
  readonly #key: string
  readonly #random: Seeded
  readonly #twice: number
  readonly #stopping = new AbortController()

  /** `twice` is the share of segments that are sent a second time while the first is under way. */
  constructor(url: string, key: string, random: Seeded, { twice = 0 } = {}) {
    this.#url = url
    this.#key = key
    this.#random = random
    this.#twice = twice
  }

  /** Resolves when the next segment has been sent. */
  nextSend(): Promise<void> {
    return new Promise((resolve) => this.#onSend.push(resolve))
  }

  /** Gives up whatever is not finished. */
  stop(): void {
    this.#stopping.abort(new Error('The clients were stopped'))
  }

  get isStopped(): boolean {
    return this.#stopping.signal.aborted
  }

  /** Sends a journal to its end in pieces of random size, for as long as that takes. */
  async upload({ open, definitions, entries }: MadeJournal): Promise<void> {
    let from = 0
    while (from < entries.length) {
      const to = Math.min(entries.length, from + 1 + this.#random.whole(200))
      const lines = [...definitions, ...entries.slice(from, to)]
      const times = this.#random.chance(this.#twice) ? 2 : 1
      const sending = Array.from({ length: times }, () => this.#send(open.journal, lines, from, to))
      from = Math.max(...(await Promise.all(sending)))
      this.acknowledged.set(open.journal, Math.max(from, this.acknowledged.get(open.journal) ?? 0))
      if (this.#random.chance(0.3)) await sleep(this.#random.whole(40))
    }
  }

  /** Sends one segment until it is answered; gives the entry to continue from. */
  async #send(journal: string, lines: JournalLine[], from: number, to: number): Promise<number> {
    const body = await gzipped(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    for (;;) {
      try {
        return await this.#post(journal, new Uint8Array(body), from, to)
      } catch (error) {
        this.#stopping.signal.throwIfAborted()
        if (error instanceof DOMException && error.name === 'TimeoutError')
          this.surprises.push(`No answer within ${ANSWERS_WITHIN_MS} ms`)
        // Nothing listens, or the answer was cut off: whether it was stored the next answer tells.
        this.refusals++
        await sleep(TRY_AGAIN_MS)
      }
    }
  }

  async #post(journal: string, body: Uint8Array<ArrayBuffer>, from: number, to: number): Promise<number> {
    const headers = {
      authorization: `Bearer ${this.#key}`,
      'content-type': 'application/x-ndjson',
      'content-encoding': 'gzip',
      'svc-from': String(from),
      'svc-clock': String(Date.now()),
    }
    const signal = AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(ANSWERS_WITHIN_MS)])
    const answering = fetch(`${this.#url}/api/ingest`, { method: 'POST', headers, body, signal })
    this.underWay.set(journal, { from, to })
    for (const heard of this.#onSend.splice(0)) heard()
    try {
      const answer = await answering
      const told = (await answer.json()) as { data?: { accepted: number } }
      if (answer.status === 200 && told.data) return told.data.accepted
      const accepted = answer.headers.get('svc-accepted')
      if (answer.status === 409 && accepted !== null) return Number(accepted)
      this.surprises.push(`${answer.status} ${JSON.stringify(told)}`)
      throw new Error(`Answered with ${answer.status}`)
    } finally {
      this.underWay.delete(journal)
    }
  }
}
