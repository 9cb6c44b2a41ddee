import type { Format, Head, Sink, Source } from '../../format.ts'
import { dateOf, fieldsOf, titleOf } from '../values.ts'
import { type EventVisitor, openBlob, readEvents } from './blob-events.ts'
import { BlobRun } from './blob-run.ts'

/** The blob reporter of Playwright: a zip archive of events and of what tests attached, or the events alone. */
export const playwrightBlob: Format = {
  name: 'playwright-blob',
  detect: (head) => isBlobZip(head) || /^\s*\{"method":"onBlobReportMetadata"/.test(head.text),
  runner: () => ({ name: 'playwright' }),
  startedAt,
  read,
}

/** Enough of the first event of a test to see when that one began: no test began before. */
class Begun extends Error {
  readonly at: unknown
  constructor(at: unknown) {
    super()
    this.at = at
  }
}

async function startedAt({ bytes }: Head, source: Source): Promise<number | undefined> {
  const blob = await openBlob(source, { repaired: () => undefined }, startsAsZip(bytes))
  try {
    await readEvents(blob, (method) => method === 'onTestBegin', {
      ...NOTHING,
      event(_, params) {
        throw new Begun(fieldsOf(fieldsOf(params).result).startTime)
      },
    })
  } catch (error) {
    if (error instanceof Begun) return dateOf(error.at)
  }
  return undefined
}

async function read(source: Source, sink: Sink): Promise<void> {
  const blob = await openBlob(source, sink, startsAsZip(source.head.bytes))
  const tries = new Map<string, number>()
  await readEvents(blob, (method) => method === 'onTestBegin', {
    ...NOTHING,
    event(_, params) {
      const id = titleOf(fieldsOf(params).testId)
      tries.set(id, (tries.get(id) ?? 0) + 1)
    },
  })
  const run = new BlobRun(source, sink, blob, tries)
  await readEvents(blob, () => true, run)
  run.end()
}

const NOTHING: EventVisitor = { event: () => undefined, project: () => undefined, node: () => undefined }

/** The name of the first file stands in the first bytes. */
const isBlobZip = ({ bytes }: Head): boolean => {
  if (!startsAsZip(bytes)) return false
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const nameBytes = head.length >= 30 ? head.readUInt16LE(26) : 0
  const name = head.toString('utf8', 30, 30 + nameBytes)
  return name === 'report.jsonl' || name.startsWith('resources/')
}

const startsAsZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04
