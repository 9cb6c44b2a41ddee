import type { Context } from '../../../ground/kernel/context.ts'
import { Problem } from '../../../ground/kernel/problem.ts'
import type { ArtifactStore } from '../../../results/artifacts/artifact-store.ts'
import { findArtifact } from '../../../results/artifacts/find-artifact.ts'
import { openZip } from '../artifact/open-zip.ts'
import { readBytes, textOf } from '../artifact/read-text.ts'
import type { AttachedDraft, ClusterDraft, Draft } from '../clusters/draft.ts'

/** The number of bytes of an artifact that are read. */
const MOST_SNAPSHOT_BYTES = 256 * 1024
const SNAPSHOT_LENGTH = 4_000

/** Reads the page snapshots of the first `most` clusters, which show what a Playwright test saw when it failed. */
export async function addSnapshots(
  ctx: Context,
  files: ArtifactStore,
  { clusters }: Draft,
  most: number,
): Promise<void> {
  await Promise.all(
    clusters.slice(0, most).map(async ({ detail }) => {
      const artifacts = detail?.artifacts ?? []
      const found =
        artifacts.find(({ name }) => name === 'error-context') ??
        artifacts.find(({ name }) => name === 'trace')
      if (found) found.text = await snapshotOf(ctx, files, found)
    }),
  )
  shortenAlike(clusters)
}

/** The snapshot in an attached error context, or in the trace that holds one; null if there is none. */
async function snapshotOf(
  ctx: Context,
  files: ArtifactStore,
  { id, name }: AttachedDraft,
): Promise<string | null> {
  try {
    const artifact = await findArtifact(ctx, files, id)
    if (name === 'error-context') return pageSnapshot(textOf(await readBytes(artifact, MOST_SNAPSHOT_BYTES)))
    const archive = await openZip(artifact)
    const entry = 'problem' in archive ? undefined : archive.find('error-context')
    if (!entry || 'problem' in archive) return null
    const read = await archive.read(entry)
    return 'problem' in read ? null : pageSnapshot(read.text)
  } catch (error) {
    // If its file is missing, or was removed meanwhile, the answer is complete without it.
    if (error instanceof Problem) return null
    throw error
  }
}

/** The accessibility snapshots in the text that Playwright writes for models, without the instructions around them. */
function pageSnapshot(text: string): string | null {
  const blocks = yamlBlocks(text.split('\n'))
  return blocks.length === 0 ? null : blocks.join('\n').slice(0, SNAPSHOT_LENGTH).toWellFormed()
}

/**
 * The contents of closed YAML code blocks, line by line, because a regular expression over the
 * whole text would backtrack.
 */
function yamlBlocks(lines: string[]): string[] {
  const blocks: string[] = []
  let open: { fence: string; inner: string[] } | null = null
  for (const line of lines) {
    if (open && line.trimEnd() === open.fence) {
      blocks.push(open.inner.join('\n'))
      open = null
    } else if (open) open.inner.push(line)
    else {
      const fence = /^(`{3,})yaml$/.exec(line)?.[1]
      if (fence !== undefined) open = { fence, inner: [] }
    }
  }
  return blocks
}

/** Snapshots with a larger share of other lines are shown as they are. */
const MOST_DIFFERENT = 0.25

interface Whole {
  rank: number
  artifact: string
  lines: string[]
}

/** Leaves of each snapshot that is nearly an earlier one only the lines that differ, so that a page comes once. */
function shortenAlike(clusters: ClusterDraft[]): void {
  const wholes: Whole[] = []
  for (const { rank, detail } of clusters) {
    const found = detail?.artifacts.find(({ text }) => text !== null)
    if (!found?.text) continue
    const lines = found.text.split('\n')
    if (!isShortened(found, lines, wholes)) wholes.push({ rank, artifact: found.id, lines })
  }
}

function isShortened(found: AttachedDraft, lines: string[], wholes: Whole[]): boolean {
  for (const { rank, artifact, lines: before } of wholes) {
    const changed = changesOf(before, lines)
    if (changed.length > (before.length + lines.length) * MOST_DIFFERENT) continue
    found.text = changed.join('\n')
    found.like = { rank, artifact }
    return true
  }
  return false
}

/** The lines that only one of them has, with signs. */
function changesOf(before: string[], after: string[]): string[] {
  const left = new Map<string, number>()
  for (const line of before.map(withoutNumbers)) left.set(line, (left.get(line) ?? 0) + 1)
  const added = after.map(withoutNumbers).filter((line) => {
    const times = left.get(line) ?? 0
    left.set(line, times - 1)
    return times <= 0
  })
  const removed = [...left].flatMap(([line, times]) => (times > 0 ? Array<string>(times).fill(line) : []))
  return [...removed.map((line) => `- ${line}`), ...added.map((line) => `+ ${line}`)]
}

/** Playwright numbers all elements of a page, so that one more changes those behind it. */
const withoutNumbers = (line: string): string => line.replace(/ \[ref=\w{1,20}\]/g, '')
