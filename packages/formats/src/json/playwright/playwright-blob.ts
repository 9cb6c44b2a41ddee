import type { Format, Head, Sink, Source } from '../../format.ts'
import { fieldsOf, titleOf } from '../values.ts'
import { type EventVisitor, openBlob, readEvents } from './blob-events.ts'
import { BlobRun } from './blob-run.ts'

/** The blob reporter of Playwright: a zip archive of events and of what tests attached, or the events alone. */
export const playwrightBlob: Format = {
  name: 'playwright-blob',
  detect: (head) => isBlobZip(head) || /^\s*\{"method":"onBlobReportMetadata"/.test(head.text),
  read,
}

async function read(source: Source, sink: Sink): Promise<void> {
  const blob = await openBlob(source, sink, await isZip(source))
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

const isZip = async (source: Source): Promise<boolean> => {
  for await (const piece of source.bytes()) return startsAsZip(piece)
  return false
}

const startsAsZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04
