import type { failureContextOperations } from '@svc/schema'
import { countOf } from '../../ground/kernel/count-of.ts'
import { mostTokens } from '../../ground/kernel/most-tokens.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import { code } from '../../ground/kernel/quoted.ts'
import { startWithin } from '../../ground/kernel/start-within.ts'
import type { ArtifactStore } from '../../results/artifacts/artifact-store.ts'
import { artifactUrl } from '../../results/artifacts/artifact-url.ts'
import { findArtifact, type StoredArtifact } from '../../results/artifacts/find-artifact.ts'
import { kindOf } from './artifact/kind-of.ts'
import { linesWith } from './artifact/lines-with.ts'
import { openZip } from './artifact/open-zip.ts'
import { MOST_READ_BYTES, readBytes, textOf } from './artifact/read-text.ts'

type Get = Handlers<typeof failureContextOperations>['getArtifactText']
type Answer = Awaited<ReturnType<Get>>

/** The share of an answer that the names of an archive's files may take. */
const SHARE_OF_FILES = 0.25

/** An artifact as text, in slices. Throws NOT_FOUND if the caller may not see it, or for an unknown file of it. */
export const getArtifactText =
  (files: ArtifactStore): Get =>
  async ({ ctx, input }) => {
    const artifact = await findArtifact(ctx, files, input.id)
    const kind = kindOf(await readBytes(artifact, 4_096))
    const about = {
      id: artifact.id,
      name: artifact.name,
      contentType: artifact.contentType,
      sizeBytes: artifact.sizeBytes,
      url: artifactUrl(ctx.baseUrl, artifact.id),
      kind,
    }
    if (input.file !== undefined && kind !== 'archive')
      throw new Problem(
        'INVALID_REQUEST',
        'file names a file in an archive, and this artifact is not an archive. Omit it.',
      )
    if (kind === 'archive') return { ...about, ...(await fromArchive(artifact, input)) }
    if (kind !== 'text')
      return { ...about, ...empty(`${WORDS[kind]} of ${artifact.sizeBytes} bytes: download it from url.`) }
    const text = textOf(await readBytes(artifact, MOST_READ_BYTES))
    const isCut = artifact.sizeBytes > MOST_READ_BYTES
    const part = await sliced(text, input, isCut ? CUT : null)
    return { ...about, file: null, files: [], filesLeft: 0, ...part }
  }

const WORDS = { image: 'An image', video: 'A video', binary: 'A binary file' } as const
const CUT = `Only the first ${MOST_READ_BYTES} bytes can be read here; download the rest from url.`
const CUT_IN_ARCHIVE = `Only the first ${MOST_READ_BYTES} bytes of the file can be read here; download the archive from url.`

type Files = Pick<Answer, 'files' | 'filesLeft'>
type Part = Files &
  Pick<Answer, 'file' | 'note' | 'text' | 'offset' | 'nextOffset'> &
  Pick<Answer, 'totalCharacters' | 'matches' | 'truncated'>
type Asked = Parameters<Get>[0]['input']

const NO_FILES: Files = { files: [], filesLeft: 0 }

const empty = (note: string, files = NO_FILES): Part => ({
  file: null,
  ...files,
  note,
  text: '',
  offset: 0,
  nextOffset: null,
  totalCharacters: 0,
  matches: null,
  truncated: files.filesLeft > 0,
})

async function fromArchive(artifact: StoredArtifact, input: Asked): Promise<Part> {
  const archive = await openZip(artifact)
  if ('problem' in archive) return empty(`The archive cannot be read: ${archive.problem}.`)
  const files = fitting(archive.files, input.maxTokens * SHARE_OF_FILES)
  const shown = { files, filesLeft: archive.files.length - files.length + archive.left }
  const wanted = input.file ?? archive.main
  if (wanted === null) return empty('The archive contains no text file.', shown)
  const known = archive.find(wanted)
  if (!known)
    throw new Problem(
      'NOT_FOUND',
      `There is no such file in the archive. It has ${
        files
          .map(({ name }) => code(name, 200))
          .slice(0, 5)
          .join(', ') || 'no text file'
      }.`,
    )
  const read = await archive.read(known)
  if ('problem' in read) return { ...empty(`The file cannot be read: ${read.problem}.`, shown), file: wanted }
  const left = input.maxTokens - files.reduce((sum, file) => sum + costOf(file), 0)
  const part = await sliced(read.text, { ...input, maxTokens: left }, read.isCut ? CUT_IN_ARCHIVE : null)
  return { file: wanted, ...shown, ...part, truncated: part.truncated || shown.filesLeft > 0 }
}

const costOf = ({ name }: Answer['files'][number]) => mostTokens(name) + 12

function fitting(files: Answer['files'], budget: number): Answer['files'] {
  let left = budget
  const fits: Answer['files'] = []
  for (const file of files) {
    left -= costOf(file)
    if (left < 0) break
    fits.push(file)
  }
  return fits
}

/** The reason for an answer without text. `isCut`: only the first part of the file was read. */
function whyEmpty(characters: number, offset: number, matches: number | null, isCut: boolean): string | null {
  if (matches === 0)
    return `No line${isCut ? ` in the first ${MOST_READ_BYTES} bytes` : ''} contains the text.`
  if (characters === 0) return 'It is empty.'
  return offset < characters
    ? null
    : `Nothing follows: offset ${offset} is not below the ${countOf(characters, 'character')} of the text.`
}

async function sliced(
  whole: string,
  { grep, offset, maxTokens }: Asked,
  /** What was not read; null if all was. */
  cut: string | null,
): Promise<Omit<Part, 'file' | keyof Files>> {
  const end = offset + maxTokens * LONGEST_TOKEN
  const found =
    grep === undefined
      ? { text: whole.slice(offset, end), characters: whole.length, count: null }
      : await linesWith(whole, grep, offset, end)
  const slice = sliceOf(found.text, found.characters - offset, maxTokens)
  const notes = [whyEmpty(found.characters, offset, found.count, cut !== null), cut].filter(
    (one) => one !== null,
  )
  return {
    note: notes.length === 0 ? null : notes.join(' '),
    text: slice.text,
    offset,
    nextOffset: slice.next === null ? null : offset + slice.next,
    totalCharacters: found.characters,
    matches: found.count,
    truncated: slice.next !== null || cut !== null,
  }
}

/** The maximum number of characters per token; few texts have more. */
const LONGEST_TOKEN = 8

/** The beginning of a text of so many characters that fits, in whole lines where possible; and the place after it. */
function sliceOf(text: string, characters: number, maxTokens: number): { text: string; next: number | null } {
  const fitting = cutTo(text, maxTokens)
  const isMore = fitting.length < characters && fitting.length > 0
  return { text: fitting.toWellFormed(), next: isMore ? fitting.length : null }
}

/** The longest start of a text that fits; it ends with a line if a line end is near. */
function cutTo(text: string, maxTokens: number): string {
  const start = startWithin(text, maxTokens, mostTokens)
  if (start.length === text.length) return text
  const kept = start.replace(/[\ud800-\udbff]$/, '')
  const line = kept.lastIndexOf('\n')
  return line >= kept.length / 2 ? kept.slice(0, line + 1) : kept
}
