import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { gunzipSync } from 'node:zlib'
import {
  type AttemptDetail,
  type AttemptStatus,
  type End,
  type Failure,
  type Group,
  type Imports,
  type IngestReceipt,
  type JournalLine,
  type Open,
  type ResultStatus,
  resultOf as resultOfAttempts,
  type SuccessBody,
  type TestName,
} from '@svc/protocol'
import { listenOnLoopback } from './loopback.ts'

/** One try as it came over the wire; `startMs` counts from the start of the part. */
interface CollectedAttempt extends AttemptDetail {
  status: AttemptStatus
  startMs: number
  durationMs: number
}

/** A test with all its attempts in the order they were sent. */
export interface CollectedTest extends TestName {
  attempts: CollectedAttempt[]
}

/** The content of one journal. */
export interface CollectedPart {
  open: Open | undefined
  end: End | undefined
  tests: CollectedTest[]
  errors: { file?: string; failure: Failure }[]
  warnings: string[]
  /** Absent if no test file failed. */
  imports?: Imports
}

/** A server on loopback that accepts journals as svc does, and remembers them. */
export interface Collector {
  url: string
  /** Everything received so far, one element per journal in the order they began. */
  parts(): CollectedPart[]
  close(): Promise<void>
}

/** Starts a collector on a free port of the loopback interface. */
export const startCollector = async (): Promise<Collector> => {
  const journals = new Map<string, JournalLine[]>()
  const server = createServer(async (request, response) => {
    // Behaves like an older server, which does not support attachments.
    if (request.url?.startsWith('/api/artifacts')) {
      request.resume()
      const error = { code: 'NOT_FOUND', message: 'There is nothing here.' }
      response.writeHead(404, { 'content-type': 'application/json' })
      return void response.end(JSON.stringify({ success: false, error }))
    }
    const lines = await readLines(request)
    const open = lines.find((line) => line[0] === 'open')
    const journal = open?.[2].journal ?? randomUUID()
    const known = journals.get(journal) ?? []
    journals.set(journal, known.concat(lines))
    const answer: SuccessBody<IngestReceipt> = {
      success: true,
      data: {
        journal,
        accepted: (journals.get(journal) ?? []).filter(isEntry).length,
        execution: { id: randomUUID(), url: `http://${request.headers.host}/executions/1`, state: 'running' },
        warnings: [],
      },
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  const { url, close } = await listenOnLoopback(server)
  return {
    url,
    parts: () => [...journals.values()].map(readPart),
    close,
  }
}

/** The outcome of a test over all its attempts. */
export const resultOf = (test: CollectedTest): ResultStatus => resultOfAttempts(test.attempts)

/** How many tests came to which result. */
export const countResults = (tests: CollectedTest[]): Record<ResultStatus, number> => {
  const counts = { passed: 0, failed: 0, flaky: 0, skipped: 0 }
  for (const test of tests) counts[resultOf(test)]++
  return counts
}

const readLines = async (request: IncomingMessage): Promise<JournalLine[]> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  const text = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString('utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

const isEntry = ([kind]: JournalLine): boolean => kind !== 'open' && kind !== 'group'

const readPart = (lines: JournalLine[]): CollectedPart => {
  const part: CollectedPart = { open: undefined, end: undefined, tests: [], errors: [], warnings: [] }
  const groups = new Map<number, Group>()
  const tests = new Map<string, CollectedTest>()
  for (const line of lines) {
    if (line[0] === 'open') part.open = line[2]
    else if (line[0] === 'group') groups.set(line[1], line[2])
    else if (line[0] === 'error') part.errors.push(line[1])
    else if (line[0] === 'imports') part.imports = line[1]
    else if (line[0] === 'warning') part.warnings.push(line[1])
    else if (line[0] === 'end') part.end = line[1]
    else {
      const [, number, title, status, startMs, durationMs, detail] = line
      const group = groups.get(number)
      if (!group) throw new Error(`attempt of unknown group ${number}`)
      const { file, titles, variant = '' } = group
      const name = { file, titles: [...titles, title], variant, occurrence: detail?.occurrence ?? 0 }
      const key = JSON.stringify(name)
      const test = tests.get(key) ?? { ...name, attempts: [] }
      test.attempts.push({ ...detail, status, startMs, durationMs })
      tests.set(key, test)
    }
  }
  part.tests = [...tests.values()]
  return part
}
