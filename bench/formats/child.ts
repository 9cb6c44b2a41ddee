import { createReadStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { peakMib } from '../memory.ts'

/** The task of one process of the benchmark. */
export type Work = 'nothing' | 'plain' | 'read' | 'import'

/** Its final message. */
export interface Done {
  ms: number
  /** Tests, or for a plain parse 0. */
  tests: number
  /** The maximum resident memory of the process. */
  peakMib: number
}

const CHUNK_BYTES = 64 * 1024

const [work = 'nothing', path = ''] = process.argv.slice(2)

const parseXml = async (): Promise<void> => {
  const { SaxesParser } = await import('saxes')
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', () => undefined)
  parser.on('text', () => undefined)
  parser.on('cdata', () => undefined)
  parser.on('closetag', () => undefined)
  for await (const text of createReadStream(path, { highWaterMark: CHUNK_BYTES, encoding: 'utf8' }))
    parser.write(text)
  parser.close()
}

const parseJson = async (): Promise<void> => {
  const { JSONParser } = await import('@streamparser/json')
  const parser = new JSONParser({ paths: ['$.suites.*.suites.*.specs.*'], keepStack: false })
  parser.onValue = () => undefined
  for await (const bytes of createReadStream(path, { highWaterMark: CHUNK_BYTES })) parser.write(bytes)
}

const read = async (): Promise<number> => {
  const { readReports } = await import('@svc/formats')
  const outcome = await readReports({
    files: [{ name: path, path }],
    options: {},
    begin: () => ({
      root: '/home/ci/shop',
      file: (file) => file,
      attempt: () => undefined,
      error: () => undefined,
      warning: () => undefined,
    }),
  })
  return testsOf(outcome)
}

/** As `svc upload` does, up to the journal on disk; nothing is sent. */
const importInto = async (folder: string): Promise<number> => {
  const { readReports } = await import('@svc/formats')
  const { recordReport, resolveConfig } = await import('@svc/client/record')
  const config = resolveConfig({ record: true }, {}, { isCI: false, name: null, id: null })
  let discard: (() => void) | undefined
  const outcome = await readReports({
    files: [{ name: path, path }],
    options: {},
    begin: ({ startedAt, runner }) => {
      const recording = recordReport({
        config,
        client: { name: 'bench', version: '0' },
        runner,
        folder,
        startedAt,
      })
      discard = recording.discard
      return recording
    },
  })
  discard?.()
  return testsOf(outcome)
}

const testsOf = ({ tests, files }: { tests: number; files: { problem?: { reason: string } }[] }): number => {
  const [problem] = files.flatMap((file) => (file.problem ? [file.problem.reason] : []))
  if (problem) throw new Error(problem)
  return tests
}

const run = async (): Promise<number> => {
  if (work === 'read') return read()
  if (work === 'plain') await (path.endsWith('.xml') ? parseXml() : parseJson())
  if (work !== 'import') return 0
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-import-'))
  try {
    return await importInto(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const begun = performance.now()
const tests = await run()
const done: Done = {
  ms: performance.now() - begun,
  tests,
  peakMib: peakMib(),
}
process.stdout.write(JSON.stringify(done))
