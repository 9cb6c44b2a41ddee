import { relative } from 'node:path'
import { compare, type Verdict } from './compare.ts'
import { countFile } from './count-file.ts'
import { listFiles } from './list-files.ts'
import type { Counts, Plain } from './plain.ts'
import type { Reader } from './reader.ts'

/** The outcome for one file. */
export interface Checked {
  path: string
  name: string
  plain: Plain
  format?: string
  dialect?: string
  counts: Counts
  repairs: string[]
  verdict: Verdict
  ms: number
}

/** Reads every file of a folder and compares each with its plain count. */
export const checkSet = async (folder: string, reader: Reader): Promise<Checked[]> => {
  const checked: Checked[] = []
  for (const path of listFiles(folder)) checked.push(await checkFile(path, relative(folder, path), reader))
  return checked
}

const checkFile = async (path: string, name: string, reader: Reader): Promise<Checked> => {
  const plain = countFile(path)
  const { reading, crash, ms } = await reader.read(name, path)
  if (!reading)
    return {
      path,
      name,
      plain,
      counts: plain.counts,
      repairs: [],
      verdict: { kind: 'wrong', why: `crash: ${crash}` },
      ms,
    }
  const { format, dialect, statuses, repairs } = reading.outcome
  return {
    path,
    name,
    plain,
    ...(format && { format }),
    ...(dialect && { dialect }),
    counts: statuses,
    repairs: repairs.map(({ kind, count, detail }) => `${kind} × ${count}${detail ? ` (${detail})` : ''}`),
    verdict: compare(plain, reading),
    ms,
  }
}
