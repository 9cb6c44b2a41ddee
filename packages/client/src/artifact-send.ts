import { Buffer } from 'node:buffer'
import {
  ARTIFACT_HEADERS,
  type ArtifactAnswer,
  type ArtifactLeftOut,
  type DeclaredArtifact,
  LIMITS,
} from '@svc/protocol'
import { type Content, openContent, sha256Of } from './artifact-content.ts'
import type { KeptArtifact } from './artifact-list.ts'
import { ArtifactTrouble, type AskArtifacts, makeAsk } from './artifact-request.ts'
import type { Config } from './config.ts'
import type { Answer } from './http.ts'
import { describeAnswer, isOurs } from './receipt.ts'
import { retryAfterMs, sleep } from './retry.ts'

/** Why an artifact was left out: the reasons of the client and of the server. */
export type LeftOut = ArtifactLeftOut | 'limit' | 'refused'

/** The outcome of sending artifacts. Unless it is `done`, a later call can send the rest. */
export interface ArtifactsSent {
  kind: 'done' | 'denied' | 'postponed'
  reason?: string
  sent: number
  sentBytes: number
  left: Map<LeftOut, number>
}

export interface ArtifactUpload {
  config: Pick<Config, 'url' | 'apiKey' | 'proxy' | 'problem'>
  /** Id of the journal that the attempts are in. */
  journal: string
  items: KeptArtifact[]
  /** By `performance.now()`. */
  deadline: number
}

/** The size that most proxies accept; smaller if a proxy refuses it. */
const PIECE_BYTES = [4 * 1024 * 1024, 512 * 1024] as const
/** One second each, while the server has not yet given up an interrupted upload, which takes it 15 s. */
const TRIES_WITHOUT_PROGRESS = 20
const ASK_AGAIN_MS = 300

export const nothingSent = (): ArtifactsSent => ({ kind: 'done', sent: 0, sentBytes: 0, left: new Map() })

/**
 * Declares artifacts and sends those that the server lacks; never rejects. `outcome` shows the
 * progress meanwhile.
 */
export const sendArtifacts = async (
  upload: ArtifactUpload,
  outcome: ArtifactsSent = nothingSent(),
): Promise<ArtifactsSent> => {
  try {
    const ask = await makeAsk(upload.config, upload.deadline)
    const sender = new Sender(upload, ask, outcome)
    for (let index = 0; index < upload.items.length; index += LIMITS.declaredArtifacts)
      await sender.send(upload.items.slice(index, index + LIMITS.declaredArtifacts))
  } catch (error) {
    outcome.kind = error instanceof ArtifactTrouble ? error.kind : 'postponed'
    outcome.reason = error instanceof Error ? error.message : String(error)
  }
  return outcome
}

class Sender {
  readonly #upload: ArtifactUpload
  readonly #ask: AskArtifacts
  readonly #outcome: ArtifactsSent
  #piece: number = PIECE_BYTES[0]

  constructor(upload: ArtifactUpload, ask: AskArtifacts, outcome: ArtifactsSent) {
    this.#upload = upload
    this.#ask = ask
    this.#outcome = outcome
  }

  /** Artifacts that change while they are sent are read once more. */
  async send(items: KeptArtifact[], isAgain = false): Promise<void> {
    const declared = await Promise.all(items.map((item) => toDeclared(item, isAgain)))
    const answers = await this.#declare(declared)
    const wanted = new Set(answers.filter(({ state }) => state === 'hash').map(attachmentKeyOf))
    const hashed = await Promise.all(
      items
        .filter((item) => wanted.has(attachmentKeyOf(item)))
        .map((item) => toDeclared(item, isAgain, true)),
    )
    const whole = [...answers, ...(hashed.length > 0 ? await this.#declare(hashed) : [])]
    const sums = new Map([...declared, ...hashed].map((one) => [attachmentKeyOf(one), one]))
    const byPlace = new Map(items.map((item) => [attachmentKeyOf(item), item]))
    /** Checksums of sent files, because equal bytes are sent once. */
    const done = new Set<string>()
    const changed: KeptArtifact[] = []
    for (const answer of whole) {
      const item = byPlace.get(attachmentKeyOf(answer))
      const sum = sums.get(attachmentKeyOf(answer))
      if (!item || answer.state === 'hash') continue
      if (!('id' in answer)) this.#leave(item, answer.state)
      else if (answer.state === 'stored' || done.has(sum?.sha256 ?? '')) this.#outcome.sent += 1
      else if (await this.#put(item, answer.id, sum?.sizeBytes ?? 0)) done.add(sum?.sha256 ?? '')
      else changed.push(item)
    }
    if (changed.length === 0) return
    if (isAgain)
      await this.send(
        changed.map(({ entry, number }) => ({ entry, number, content: 'changed' })),
        false,
      )
    else await this.send(changed, true)
  }

  #leave({ content }: KeptArtifact, state: 'left' | 'refused'): void {
    const { left } = this.#outcome
    const reason = state === 'refused' ? 'refused' : typeof content === 'string' ? content : 'limit'
    left.set(reason, (left.get(reason) ?? 0) + 1)
  }

  async #declare(items: DeclaredArtifact[]): Promise<ArtifactAnswer[]> {
    const { config, journal } = this.#upload
    const answer = await this.#ask({
      method: 'POST',
      path: '/api/artifacts',
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify({ journal, items })),
    })
    const answers = answer.status === 200 ? readAnswers(answer.body) : undefined
    if (answers) return answers
    // The execution was deleted, or the server does not support artifacts: they will never be
    // needed.
    if (isOurs(answer) && (answer.status === 404 || answer.status === 400))
      return items.map(({ entry, number }) => ({ entry, number, state: 'refused', reason: '' }))
    throw new ArtifactTrouble('denied', describeAnswer(answer, config.url))
  }

  /** False if its bytes differ from the declaration. */
  async #put(item: KeptArtifact, id: string, sizeBytes: number): Promise<boolean> {
    const content = await openContent(item)
    if (typeof content === 'string' || content.sizeBytes !== sizeBytes) {
      if (typeof content !== 'string') await content.close()
      return false
    }
    try {
      return await this.#putPieces(content, id, item)
    } finally {
      await content.close()
    }
  }

  async #putPieces(content: Content, id: string, item: KeptArtifact): Promise<boolean> {
    let offset = 0
    for (let stuck = 0; stuck < TRIES_WITHOUT_PROGRESS; ) {
      const body = await content.read(offset, Math.min(this.#piece, content.sizeBytes - offset))
      if (body.length === 0 && offset < content.sizeBytes) return false
      const answer = await this.#ask({
        method: 'PUT',
        path: `/api/artifacts/${id}/upload`,
        headers: { 'content-type': 'application/octet-stream', [ARTIFACT_HEADERS.offset]: String(offset) },
        body,
      })
      if (isStored(answer)) {
        this.#outcome.sent += 1
        this.#outcome.sentBytes += content.sizeBytes
        return true
      }
      if (isOurs(answer) && answer.status === 400) return false
      if (isOurs(answer) && answer.status === 404) {
        this.#leave(item, 'refused')
        return true
      }
      const held = Number(answer.header(ARTIFACT_HEADERS.offset) ?? Number.NaN)
      if (Number.isSafeInteger(held) && held >= 0 && held <= content.sizeBytes) {
        stuck = held > offset ? 0 : stuck + (answer.status === 409 ? 1 : 5)
        offset = held
        if (answer.status === 409 && stuck > 0)
          await sleep(Math.max(retryAfterMs(answer.header('retry-after')) ?? 0, ASK_AGAIN_MS))
      } else if (answer.status === 413 && this.#piece > PIECE_BYTES[1]) this.#piece = PIECE_BYTES[1]
      else throw new ArtifactTrouble('denied', describeAnswer(answer, this.#upload.config.url))
    }
    throw new ArtifactTrouble('postponed', 'the server makes no progress with an artifact; check its log')
  }
}

const attachmentKeyOf = ({ entry, number }: { entry: number; number: number }) => `${entry}/${number}`

/** Computes the sha256 of large ones only if the server would accept them. */
const toDeclared = async (
  item: KeptArtifact,
  isAgain: boolean,
  isRequested = false,
): Promise<DeclaredArtifact> => {
  const { entry, number } = item
  const content = await openContent(item)
  if (typeof content === 'string') return { entry, number, leftOut: content }
  try {
    const { sizeBytes } = content
    if (sizeBytes > LIMITS.artifactBytes && !isRequested) return { entry, number, sizeBytes }
    const sha256 = await sha256Of(content)
    if (sha256 !== undefined) return { entry, number, sizeBytes, sha256 }
    return isAgain ? { entry, number, leftOut: 'changed' } : await toDeclared(item, true, isRequested)
  } catch {
    return { entry, number, leftOut: 'unreadable' }
  } finally {
    await content.close().catch(() => undefined)
  }
}

const isStored = ({ status, body }: Answer): boolean => {
  try {
    return status === 200 && JSON.parse(body).data.state === 'stored'
  } catch {
    return false
  }
}

/** Undefined for anything that a proxy, a login page or another server may answer. */
const readAnswers = (body: string): ArtifactAnswer[] | undefined => {
  try {
    const { items } = JSON.parse(body).data
    const isAnswer = (one: ArtifactAnswer) =>
      Number.isSafeInteger(one.entry) && Number.isSafeInteger(one.number) && typeof one.state === 'string'
    return Array.isArray(items) && items.every(isAnswer) ? items : undefined
  } catch {
    return undefined
  }
}

const WORDS: Record<LeftOut, string> = {
  outside: 'outside the project',
  symlink: 'a symbolic link',
  special: 'not a regular file',
  vanished: 'gone',
  changed: 'still changing',
  unreadable: 'unreadable',
  large: `over ${LIMITS.artifactBytes / 1024 / 1024} MiB`,
  many: `beyond the first ${LIMITS.artifacts}`,
  limit: "over the server's limits",
  refused: 'unknown to the server',
}

/** One line with the number of sent artifacts, and the reasons for missing ones; empty without either. */
export const noteOf = ({ sent, left }: Pick<ArtifactsSent, 'sent' | 'left'>): string => {
  const missing = [...left].filter(([, count]) => count > 0)
  const total = missing.reduce((sum, [, count]) => sum + count, 0)
  const reasons = missing.map(([reason, count]) => `${count} ${WORDS[reason]}`).join(', ')
  const what = `${sent} ${sent === 1 ? 'artifact' : 'artifacts'} sent`
  if (total === 0) return what
  if (sent > 0) return `${what}, ${total} left out (${reasons})`
  return `${total} ${total === 1 ? 'attachment' : 'attachments'} left out (${reasons})`
}
