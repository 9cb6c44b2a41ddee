import { existsSync, readFileSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ARTIFACT_LEFT_OUT, type ArtifactLeftOut } from '@svc/protocol'

/** An artifact that waits to be sent, or the reason why it will not be. */
export interface KeptArtifact {
  /** The attempt's place in the journal. */
  entry: number
  /** Its place among the attachments of the attempt. */
  number: number
  content: { file: string } | { bytes: Uint8Array } | ArtifactLeftOut
}

/** A file in the folder of a journal's artifacts, with a line for each. */
export const LIST = 'list.ndjson'
/**
 * A file in the same folder: the server has all results of the journal; `held` contains the address
 * of their page.
 */
const SENT = 'results-sent.json'

/** Artifacts that only memory holds are lost with the process. */
export const lineOf = ({ entry, number, content }: KeptArtifact): string => {
  if (typeof content === 'string') return `${JSON.stringify({ entry, number, leftOut: content })}\n`
  return 'file' in content ? `${JSON.stringify({ entry, number, file: content.file })}\n` : ''
}

/** The artifacts of an earlier run; skips lines that a kill cut off. */
export const readKept = async (folder: string): Promise<KeptArtifact[]> => {
  const text = await readFile(join(folder, LIST), 'utf8').catch(() => '')
  return text.split('\n').flatMap((line) => toKept(line, folder) ?? [])
}

const toKept = (line: string, folder: string): KeptArtifact | undefined => {
  try {
    const { entry, number, file, leftOut } = JSON.parse(line)
    if (!Number.isSafeInteger(entry) || !Number.isSafeInteger(number)) return undefined
    if (ARTIFACT_LEFT_OUT.includes(leftOut)) return { entry, number, content: leftOut }
    if (typeof file !== 'string') return undefined
    // The folder may have been moved, with the project or to the refused journals.
    const moved = join(folder, `${entry}-${number}`)
    return { entry, number, content: { file: existsSync(moved) ? moved : file } }
  } catch {
    return undefined
  }
}

/** Records that only artifacts remain to be sent. */
export const markResultsSent = (folder: string, url: string | undefined): Promise<void> =>
  writeFile(join(folder, SENT), JSON.stringify({ url }), { mode: 0o600 })

/** The page of the results if the server has all of them; undefined if they must still be sent. */
export const readResultsSent = (folder: string): { url?: string } | undefined => {
  try {
    const { url } = JSON.parse(readFileSync(join(folder, SENT), 'utf8'))
    return typeof url === 'string' ? { url } : {}
  } catch {
    return undefined
  }
}

export const removeKept = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true }).catch(() => undefined)
