import { StringDecoder } from 'node:string_decoder'
import type { Sink, Source } from '../../format.ts'
import { ReportProblem } from '../../problem.ts'
import { readDirectory, readEntry, type ZipEntry } from '../../zip.ts'
import { type Path, readLines, type Visitor } from '../read-json.ts'

/** The parts of a blob. */
export interface Blob {
  /** The events, from the start. */
  text(): AsyncIterable<string>
  /** Attachments of tests, by their names in events. */
  entries: ReadonlyMap<string, ZipEntry>
}

/** A block, a file or a test, as a project lists it; `fields` is complete when it ends. */
export interface Node {
  fields: Map<string, unknown>
}

/** Receives events in their order. */
export interface EventVisitor {
  /** Any event except those of projects. */
  event(method: string, params: unknown, line: number): void
  /** A field of a project, except `suites`. */
  project(field: string, value: unknown): void
  /** A block, a file or a test ended; `above` are the blocks that contain it, the file first. */
  node(node: Node, above: readonly Node[]): void
}

/** Opens a blob: a zip archive, or the list of events that it holds. */
export const openBlob = async (
  source: Source,
  sink: Pick<Sink, 'repaired'>,
  isZip: boolean,
): Promise<Blob> => {
  if (!isZip) return { text: () => source.text(sink), entries: new Map() }
  const { path } = source
  const entries = await readDirectory(path)
  const report = entries.get('report.jsonl')
  if (!report) throw new ReportProblem('it is a zip archive without a report.jsonl')
  return { text: () => decode(readEntry(path, report)), entries }
}

/** Reads the events and skips those that `wants` rejects. */
export const readEvents = async (
  blob: Blob,
  wants: (method: string) => boolean,
  visitor: EventVisitor,
): Promise<void> => {
  let method: string | undefined
  const nodes: Node[] = []
  await readLines(blob.text(), {
    choose: (path) => {
      if (path.length === 0) return 'enter'
      if (path.length === 1) {
        if (path[0] === 'method') return 'take'
        if (path[0] !== 'params') return 'skip'
        if (method === undefined) throw new ReportProblem('an event has no method')
        return method === 'onProject' ? 'enter' : wants(method) ? 'take' : 'skip'
      }
      return wants('onProject') ? chooseOfProject(path) : 'skip'
    },
    enter(path, kind) {
      const isList = typeof path.at(-1) === 'string' && LISTS.has(String(path.at(-1)))
      if (kind !== (isList ? 'array' : 'object'))
        throw new ReportProblem(`${path.join('.') || 'an event'}: not in the format of Playwright`)
      if (path.length === 0) method = undefined
      if (isNode(path)) nodes.push({ fields: new Map() })
    },
    take(value, path, { line }) {
      if (path.length === 1 && path[0] === 'method') method = String(value)
      else if (path.length === 1 && method !== undefined) visitor.event(method, value, line)
      else if (nodes.length > 0) nodes.at(-1)?.fields.set(String(path.at(-1)), value)
      else if (path.length === 3) visitor.project(String(path[2]), value)
      else throw new ReportProblem('an event is not in the format of Playwright')
    },
    leave(path) {
      if (!isNode(path)) return
      const node = nodes.pop()
      if (node) visitor.node(node, nodes)
    },
  })
}

/** Version 1 had separate lists for blocks and tests. */
const LISTS = new Set(['suites', 'entries', 'tests'])
const PROJECT = new Set(['name', 'metadata', 'repeatEach'])
const NODE = new Set(['title', 'location', 'testId', 'tags', 'repeatEachIndex', 'annotations'])

const isNode = (path: Path) => typeof path.at(-1) === 'number' && LISTS.has(String(path.at(-2)))

const chooseOfProject = (path: Path): ReturnType<Visitor['choose']> => {
  const last = path.at(-1)
  if (path.length === 2) return last === 'project' ? 'enter' : 'skip'
  if (typeof last === 'number') return isNode(path) ? 'enter' : 'skip'
  if (LISTS.has(String(last))) return 'enter'
  const isWanted = path.length === 3 ? PROJECT.has(String(last)) : NODE.has(String(last))
  return isWanted ? 'take' : 'skip'
}

async function* decode(bytes: AsyncIterable<Uint8Array>): AsyncIterable<string> {
  const decoder = new StringDecoder('utf8')
  for await (const piece of bytes)
    yield decoder.write(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength))
  yield decoder.end()
}
