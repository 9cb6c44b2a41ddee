import type { Format, Head, Sink, Source } from '../../format.ts'
import { dateOf, fieldsOf, titleOf } from '../values.ts'
import { type Blob, type EventVisitor, openBlob, readEvents } from './blob-events.ts'
import { BlobRun } from './blob-run.ts'

/** Playwright's blob reporter: a zip archive of events and attachments, or the events alone. */
export const playwrightBlob: Format = {
  name: 'playwright-blob',
  detect: (head) => isBlobZip(head) || /^\s*\{"method":"onBlobReportMetadata"/.test(head.text),
  runner: () => ({ name: 'playwright' }),
  startedAt,
  read,
}

/** What the first pass over the events finds. */
interface Outline {
  /** Milliseconds since the epoch. */
  startedAt?: number
  /** How often each test was started. */
  tries: Map<string, number>
}

/** Outlines of reports that are still to be read: both the start and the tests need the complete pass. */
const outlines = new WeakMap<Source, Outline>()

async function startedAt({ bytes }: Head, source: Source): Promise<number | undefined> {
  const blob = await openBlob(source, { repaired: () => undefined }, startsAsZip(bytes))
  const outline: Outline = { tries: new Map() }
  outlines.set(source, outline)
  // `read` finds the same mistake and reports it; the events before it are valid.
  await readOutline(blob, outline).catch(() => undefined)
  return outline.startedAt
}

async function read(source: Source, sink: Sink): Promise<void> {
  const blob = await openBlob(source, sink, startsAsZip(source.head.bytes))
  const run = new BlobRun(source, sink, blob, outlines.get(source)?.tries ?? new Map())
  await readEvents(blob, () => true, run)
  run.end()
}

// Events arrive from several workers, so the test that started first need not come first.
async function readOutline(blob: Blob, outline: Outline): Promise<void> {
  await readEvents(blob, (method) => method === 'onTestBegin' || method === 'onEnd', {
    ...NOTHING,
    event(method, params) {
      const { testId, result } = fieldsOf(params)
      const begin = dateOf(fieldsOf(result).startTime)
      if (begin !== undefined) outline.startedAt = Math.min(begin, outline.startedAt ?? begin)
      if (method !== 'onTestBegin') return
      const id = titleOf(testId)
      outline.tries.set(id, (outline.tries.get(id) ?? 0) + 1)
    },
  })
}

const NOTHING: EventVisitor = { event: () => undefined, project: () => undefined, node: () => undefined }

/** The first bytes contain the name of the first file. */
const isBlobZip = ({ bytes }: Head): boolean => {
  if (!startsAsZip(bytes)) return false
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const nameBytes = head.length >= 30 ? head.readUInt16LE(26) : 0
  const name = head.toString('utf8', 30, 30 + nameBytes)
  return name === 'report.jsonl' || name.startsWith('resources/')
}

const startsAsZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04
